-- Writes an event of a type such as job.started about a job, with the present state of the job's row. Writes nothing if
-- the organization has no subscription to the type.
--
-- Called by functions that include one_plan, whose settings apply here.
create or replace function note_job_event(p_job uuid, p_type text, p_at timestamptz) returns void
language plpgsql
as $$
declare
  job jobs;
  project uuid;
begin
  select * into job from jobs j where j.id = p_job;
  if not exists (
    select from event_subscriptions i where i.organization_id = job.organization_id and i.type = p_type
  ) then
    return;
  end if;
  project := (select t.project_id from stored_data_tables t where t.id = job.data_table_id);
  perform note_events(
    p_organization => job.organization_id, p_type => p_type, p_project => project, p_spinner => job.spinner_id,
    p_object_type => 'job', p_objects => array[p_job::text],
    p_data => jsonb_build_object('spinnerId', job.spinner_id, 'dataTableId', job.data_table_id) || case p_type
      when 'job.started' then jsonb_build_object(
        'version', job.spinner_version, 'source', job.source, 'retryOf', job.retry_of)
      when 'job.paused' then jsonb_build_object('pausedBy', job.paused_by)
      when 'job.failed' then jsonb_build_object('status', job.status)
      else '{}' end,
    p_each => null, p_addresses => null, p_at => p_at);
end $$;
