-- Queues the scheduled jobs of a test organization whose time has come on its clock (p_now). Makes recipients
-- due that wait for a change of their record, if it has changed. Gives slices of paused jobs that a runtime
-- has released the state 'paused'. The sweep does this for all other organizations.
create or replace function wake_organization(p_organization uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  paused uuid;
begin
  -- Passes over locked jobs; otherwise this transaction and the pause of a spinner, which locks several jobs, could
  -- deadlock. The next turn at the same moment queues them.
  update jobs j set status = 'queued'
    from (select d.id from jobs d
           where d.organization_id = p_organization and d.status = 'scheduled' and d.starts_at <= p_now
           order by d.id for no key update skip locked) begun
   where j.id = begun.id;
  perform wake_for_changed_records(p_now => p_now, p_organization => p_organization);
  for paused in
    select j.id from jobs j
     where j.organization_id = p_organization and j.status = 'paused'
       and exists (select from slices s where s.job_id = j.id and s.status = 'open')
     order by j.id for share skip locked
  loop
    perform pause_slices(p_job => paused);
  end loop;
end $$;
