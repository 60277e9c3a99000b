-- Resumes up to p_most jobs that were paused because their organization was to be deleted. Jobs that were paused on
-- their own or with their spinner stay paused. Returns how many jobs it checked. Uses the time of the organization's
-- test clock instead of p_now, if it has one.
create or replace function resume_jobs_of_organization(p_organization uuid, p_most int, p_now timestamptz) returns int
language plpgsql
--! include one_plan
as $$
declare
  job record;
  looked int := 0;
  at_now constant timestamptz := coalesce(
    (select c.now from test_clocks c where c.organization_id = p_organization), p_now);
begin
  -- Locks spinners before their jobs (docs/contribute/locks.md, jobs), because the pause of a spinner that is requested
  -- meanwhile does not change its jobs that are still paused for the organization.
  perform from spinners s
    where s.id in (select p.spinner_id from jobs p
                    where p.organization_id = p_organization and p.status = 'paused' and p.paused_by = 'organization')
    order by s.id for share;
  for job in
    select p.id, s.paused_at, s.paused_actor_id
      from jobs p left join spinners s on s.id = p.spinner_id
     where p.organization_id = p_organization and p.status = 'paused' and p.paused_by = 'organization'
     order by p.id limit p_most for no key update of p
  loop
    looked := looked + 1;
    if job.paused_at is null then
      perform resume_job(p_job => job.id, p_now => at_now);
    else
      update jobs j set paused_by = 'spinner', paused_at = job.paused_at, paused_actor_id = job.paused_actor_id
       where j.id = job.id;
    end if;
  end loop;
  return looked;
end $$;
