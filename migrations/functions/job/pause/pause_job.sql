-- Pauses a job until it is resumed. Returns false if the job has ended or is paused already. A job that was
-- paused with its spinner and is now also paused itself stays paused when the spinner is resumed. A message
-- that is not marked as being sent when the request to pause is answered is not sent before the job is
-- resumed.
create or replace function pause_job(p_job uuid, p_at timestamptz, p_actor uuid) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  was_paused boolean;
begin
  select j.status = 'paused' into was_paused from jobs j
   where j.id = p_job
     and (can_be_paused(j.status) or (j.status = 'paused' and j.paused_by in ('spinner', 'organization')))
     for no key update;
  if not found then
    return false;
  end if;
  if not was_paused then
    -- Waits for commits that are just marking messages of the job as being sent, and prevents new ones until
    -- the pause is committed (see cancel_job).
    perform pg_advisory_xact_lock(job_key(p_job => p_job));
  end if;
  update jobs j set status = 'paused', paused_at = p_at, paused_by = 'job', paused_actor_id = p_actor where j.id = p_job;
  perform pause_slices(p_job => p_job);
  if not was_paused then
    perform note_job_event(p_job => p_job, p_type => 'job.paused', p_at => p_at);
  end if;
  return true;
end $$;
