-- Undoes the deletion of an organization that has not begun: its credentials work again. Its jobs are resumed by
-- resume_jobs_of_organization. Returns false if there is no such deletion, or if it has begun.
create or replace function undo_deletion(p_organization uuid) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  opened uuid;
begin
  perform from departures d where d.organization_id = p_organization and d.state = 'grace' for update;
  if not found then
    return false;
  end if;
  for opened in
    select d.organization_id from departures d join organizations o on o.id = d.organization_id
     where (o.id = p_organization or o.test_of = p_organization) and d.state = 'grace' order by 1
  loop
    update departures d set state = 'reopening' where d.organization_id = opened;
    perform open_credentials(p_organization => opened);
    delete from moved_credentials where organization_id = opened;
  end loop;
  return true;
end $$;
