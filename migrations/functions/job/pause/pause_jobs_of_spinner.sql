-- Pauses all jobs of a spinner that have not ended. The spinner must be locked and marked as paused, so that
-- jobs that are started from now on are paused as well.
--
-- Does not take the advisory lock of each job, as pause_job does: for a spinner with thousands of jobs
-- PostgreSQL has no room for so many locks. After the commit, wait_for_marks waits for commits that were just
-- marking messages as being sent.
create or replace function pause_jobs_of_spinner(p_spinner uuid, p_at timestamptz, p_actor uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  job uuid;
begin
  for job in
    select j.id from jobs j
     where j.spinner_id = p_spinner and can_be_paused(j.status) order by j.id for no key update
  loop
    update jobs j set status = 'paused', paused_at = p_at, paused_by = 'spinner', paused_actor_id = p_actor where j.id = job;
    perform pause_slices(p_job => job);
    perform note_job_event(p_job => job, p_type => 'job.paused', p_at => p_at);
  end loop;
end $$;
