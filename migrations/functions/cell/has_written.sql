-- Returns whether the open transaction has written or locked rows; PostgreSQL has then given it an id. Raises SP011 if
-- such a transaction belongs to an organization that has left this cell or is leaving it, because the other cell may not
-- get what it has written. A transaction that sees no departure began before the organization was closed, and the move
-- waits for it. p_organization is null if the transaction belongs to no organization.
create or replace function has_written(p_organization uuid) returns boolean
language plpgsql as $$
declare
  departure jsonb;
begin
  if pg_current_xact_id_if_assigned() is null then
    return false;
  end if;
  select to_jsonb(d) - 'owner_ids' into departure from organization_departures d
   where d.organization_id = p_organization and d.status in ('closed', 'switching', 'departed');
  if found then
    raise exception 'the organization has left this cell' using errcode = 'SP011', detail = departure;
  end if;
  return true;
end $$;
