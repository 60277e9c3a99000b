-- Holds all jobs of a spinner that have not ended. The spinner must be locked and say that it is paused, so that what
-- is started from now on is paused as well.
--
-- Not with the advisory lock of each, as pause_job: of a spinner with thousands of jobs that would be more locks than
-- there is room for. So once this is committed, wait_for_marks waits for the marks that came before.
create or replace function pause_jobs_of_spinner(p_spinner uuid, p_at timestamptz, p_user uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  job uuid;
begin
  for job in
    select j.id from jobs j
     where j.spinner_id = p_spinner and j.status in ('queued', 'scheduled', 'running') order by j.id for no key update
  loop
    update jobs j set status = 'paused', paused_at = p_at, paused_by = 'spinner', paused_user_id = p_user where j.id = job;
    perform set_slices_aside(p_job => job);
  end loop;
end $$;
