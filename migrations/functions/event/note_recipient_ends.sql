-- Writes the events of recipients of a slice that are about to end in p_state (done, failed, skipped or stopped) for one
-- reason: at p_step, or at the step of each recipient if p_step is null. Writes nothing for recipients that have ended
-- already, or if the organization has no subscription to the type. The slice must be locked, and the caller ends the
-- recipients afterwards in the same transaction.
--
-- Called by functions that include one_plan, whose settings apply here.
create or replace function note_recipient_ends(
  p_job uuid, p_slice int, p_records bigint[], p_step int, p_status text, p_reason text, p_at timestamptz
) returns void
language plpgsql
as $$
declare
  told_type text := 'recipient.' || p_status;
  job record;
  ended record;
begin
  select j.organization_id, j.spinner_id, j.data_table_id, t.project_id into job
    from jobs j left join stored_data_tables t on t.id = j.data_table_id where j.id = p_job;
  if not exists (
    select from event_subscriptions i where i.organization_id = job.organization_id and i.type = told_type
  ) then
    return;
  end if;
  for ended in
    select coalesce(p_step, r.step) as step, array_agg(r.record_id::text) as ids
      from recipients r
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(p_records) and is_unfinished_recipient(r.status)
     group by 1
  loop
    perform note_events(
      p_organization => job.organization_id, p_type => told_type, p_project => job.project_id,
      p_spinner => job.spinner_id, p_object_type => 'record', p_objects => ended.ids,
      p_data => jsonb_build_object('jobId', p_job, 'spinnerId', job.spinner_id, 'dataTableId', job.data_table_id)
        || case when p_status = 'done' then '{}' else jsonb_build_object('step', ended.step, 'reason', p_reason) end,
      p_each => null, p_addresses => null, p_at => p_at);
  end loop;
end $$;
