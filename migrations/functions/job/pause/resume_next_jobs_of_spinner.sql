-- Resumes up to p_most jobs (null for all) that were paused with their spinner, as resume_job does. Jobs that were
-- paused on their own stay paused. Returns the number of jobs; 0 if none is left, or if the spinner is paused again.
create or replace function resume_next_jobs_of_spinner(p_spinner uuid, p_most int, p_now timestamptz) returns int
language plpgsql
--! include one_plan
as $$
declare
  job record;
  organization uuid;
  resumed int := 0;
begin
  -- Prevents a pause of the spinner until the commit.
  select s.organization_id into organization from stored_spinners s
   where s.id = p_spinner and s.paused_at is null for no key update;
  if not found then
    return 0;
  end if;
  for job in
    update jobs j
       set status = status_after_pause(p_started_at => j.started_at, p_starts_at => j.starts_at, p_now => p_now),
           paused_at = null, paused_by = null, paused_actor_id = null
      from (select p.id from jobs p
             where p.organization_id = organization and p.spinner_id = p_spinner and p.status = 'paused' and p.paused_by = 'spinner'
             order by p.id limit p_most for no key update) h
     where j.id = h.id
    returning j.id
  loop
    resumed := resumed + 1;
    update slices s set status = 'open' where s.job_id = job.id and s.status = 'paused';
  end loop;
  -- Requests one turn of the organization (a share of a worker) for all of the resumed jobs together.
  if resumed > 0 then
    perform request_turns(p_organizations => array[organization]);
  end if;
  return resumed;
end $$;
