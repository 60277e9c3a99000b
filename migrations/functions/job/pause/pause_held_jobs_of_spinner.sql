-- Pauses the jobs of a spinner whose slices runtimes hold at the moment. The spinner must be locked and marked as
-- paused, so that runtimes lease no more slices of its jobs (lease_slice), and jobs that are started are paused as
-- well.
--
-- Does not take the advisory lock of each job, as pause_job does: for a spinner with thousands of jobs
-- PostgreSQL has no room for so many locks. After the commit, wait_for_marks waits for commits that were just
-- marking messages as being sent.
create or replace function pause_held_jobs_of_spinner(p_spinner uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  organization uuid := (select s.organization_id from stored_spinners s where s.id = p_spinner);
  job uuid;
begin
  for job in
    select j.id
      from (select distinct s.job_id from slices s
             where s.organization_id = organization and s.status = 'open' and s.lease_holder is not null) held
      join jobs j on j.id = held.job_id and j.spinner_id = p_spinner and can_be_paused(j.status)
     order by j.id for no key update of j
  loop
    perform pause_with_spinner(p_job => job);
  end loop;
end $$;
