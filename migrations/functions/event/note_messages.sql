-- Writes the events of messages of a job's step whose outcome is known: message.sent or message.unconfirmed. Writes
-- nothing for other outcomes, or if the organization has no subscription to the type.
--
-- Called by functions that include one_plan, whose settings apply here.
create or replace function note_messages(
  p_job uuid, p_records bigint[], p_step int, p_channel text, p_outcome text, p_at timestamptz
) returns void
language plpgsql
as $$
declare
  told_type text := 'message.' || p_outcome;
  job record;
begin
  if p_outcome not in ('sent', 'unconfirmed') then
    return;
  end if;
  select j.organization_id, j.spinner_id, j.data_table_id, t.project_id into job
    from jobs j left join stored_data_tables t on t.id = j.data_table_id where j.id = p_job;
  perform note_events(
    p_organization => job.organization_id, p_type => told_type, p_project => job.project_id, p_spinner => job.spinner_id,
    p_object_type => 'record', p_objects => p_records::text[],
    p_data => jsonb_build_object(
      'jobId', p_job, 'spinnerId', job.spinner_id, 'dataTableId', job.data_table_id, 'step', p_step, 'channel', p_channel),
    p_each => null, p_addresses => null, p_at => p_at);
end $$;
