-- Resumes the jobs that were paused with their spinner, as resume_job does. Jobs that were paused on their
-- own stay paused. The spinner must be locked and no longer marked as paused.
create or replace function resume_jobs_of_spinner(p_spinner uuid, p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  job record;
  organization uuid := (select s.organization_id from spinners s where s.id = p_spinner);
  is_any boolean := false;
begin
  for job in
    update jobs j
       set status = status_after_pause(p_started_at => j.started_at, p_starts_at => j.starts_at, p_now => p_now),
           paused_at = null, paused_by = null, paused_actor_id = null
      from (select p.id from jobs p
             where p.organization_id = organization and p.spinner_id = p_spinner and p.status = 'paused' and p.paused_by = 'spinner'
             order by p.id for no key update) h
     where j.id = h.id
    returning j.id
  loop
    is_any := true;
    update slices s set state = 'open' where s.job_id = job.id and s.state = 'paused';
  end loop;
  -- Requests one turn of the organization (a share of a worker) for all of the resumed jobs together.
  if is_any then
    perform request_turns(p_organizations => array[organization], p_length => 'full');
  end if;
end $$;
