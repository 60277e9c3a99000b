-- Continues a paused job where it stopped: recipients that became due during the pause are due, and waiting
-- recipients keep their times. Does nothing if the job is not paused.
create or replace function resume_job(p_job uuid, p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  organization uuid;
begin
  update jobs j
     set status = status_after_pause(p_started_at => j.started_at, p_starts_at => j.starts_at, p_now => p_now),
         paused_at = null, paused_by = null, paused_actor_id = null
   where j.id = p_job and j.status = 'paused'
  returning j.organization_id into organization;
  if not found then
    return;
  end if;
  -- Locks the job before its slices, against the usual order, without a deadlock: no runtime has the lease of a
  -- paused slice, so none that has locked these slices can be waiting for the job.
  update slices s set status = 'open' where s.job_id = p_job and s.status = 'paused';
  perform request_turns(p_organizations => array[organization]);
end $$;
