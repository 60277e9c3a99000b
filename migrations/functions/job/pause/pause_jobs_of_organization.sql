-- Pauses up to p_most jobs of each status of an organization that is to be deleted; p_most null pauses the jobs whose
-- slices runtimes hold at the moment, and no others. Returns the number of jobs that it paused. After the commit,
-- wait_for_marks waits for commits that were just marking messages as being sent.
create or replace function pause_jobs_of_organization(
  p_organization uuid, p_at timestamptz, p_actor uuid, p_most int
) returns int
language plpgsql
--! include one_plan
as $$
declare
  job uuid;
  paused int := 0;
  -- A limit of null would be no limit.
  most int := coalesce(p_most, 0);
begin
  for job in
    select j.id from jobs j
     where can_be_paused(j.status) and j.organization_id = p_organization and j.id in (
       select s.job_id from slices s
        where p_most is null and s.organization_id = p_organization and s.status = 'open' and s.lease_holder is not null
       union all
       (select r.id from jobs r where r.organization_id = p_organization and r.status = 'running' limit most)
       union all
       (select q.id from jobs q where q.organization_id = p_organization and q.status = 'queued' limit most)
       union all
       (select d.id from jobs d where d.organization_id = p_organization and d.status = 'scheduled' limit most))
     order by j.id for no key update
  loop
    update jobs j set status = 'paused', paused_at = p_at, paused_by = 'organization', paused_actor_id = p_actor
     where j.id = job;
    perform pause_slices(p_job => job);
    perform note_job_event(p_job => job, p_type => 'job.paused', p_at => p_at);
    paused := paused + 1;
  end loop;
  return paused;
end $$;
