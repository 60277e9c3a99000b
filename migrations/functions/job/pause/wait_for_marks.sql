-- Waits for commits that were just marking messages of jobs as being sent when the pause of their spinner was
-- committed; p_spinner null covers all jobs of the organization. No new marks can follow, because marking finds the
-- job paused.
create or replace function wait_for_marks(p_organization uuid, p_spinner uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  job uuid;
begin
  for job in
    select j.id from jobs j
     where j.organization_id = p_organization and (p_spinner is null or j.spinner_id = p_spinner) and j.status = 'paused' and exists (
       select from slices s where s.job_id = j.id and s.status = 'open' and s.lease_holder is not null)
     order by j.id
  loop
    perform pg_advisory_xact_lock(job_key(p_job => job));
  end loop;
end $$;
