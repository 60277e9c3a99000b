-- Undoes the deletion of an organization that has not begun: its credentials work again. Its jobs are resumed by
-- resume_jobs_of_organization. Its destinations of events count as answering until their next failure, because the time
-- in which nothing was sent to them is no time of failures. Returns false if there is no such deletion, or if it has begun.
create or replace function undo_deletion(p_organization uuid) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  opened uuid;
begin
  perform from organization_departures d where d.organization_id = p_organization and d.status = 'grace' for update;
  if not found then
    return false;
  end if;
  for opened in
    select d.organization_id from organization_departures d join organizations o on o.id = d.organization_id
     where (o.id = p_organization or o.test_of = p_organization) and d.status = 'grace' order by 1
  loop
    update organization_departures d set status = 'reopening' where d.organization_id = opened;
    perform open_credentials(p_organization => opened);
    delete from moved_credentials where organization_id = opened;
    perform from destinations d where d.organization_id = opened order by d.id for no key update;
    update destinations d set failures = 0, failing_since = null, next_attempt_at = null, due_at = '-infinity'
     where d.organization_id = opened and d.status = 'active' and d.failing_since is not null;
  end loop;
  return true;
end $$;
