-- Returns the departure of an organization, found by the digest of a credential or by the id of the organization:
-- the cell to which it has moved, or the time at which its deletion begins. Returns no row if the organization is in
-- this cell and is to stay. The id finds only moves, because unsubscribe links work until the deletion.
create or replace function departure_of(p_digest text, p_organization uuid)
returns table (organization_id uuid, status text, cell text, url text, until timestamptz)
language plpgsql as $$
declare
  leaving uuid := coalesce(p_organization, (select c.organization_id from moved_credentials c where c.digest = p_digest));
begin
  if leaving is null then
    return;
  end if;
  return query select d.organization_id, d.status, d.cell, d.url, d.until from organization_departures d
                where d.organization_id = leaving and d.status not in ('draining', 'reopening')
                  and (p_organization is null or d.move_id is not null);
  if found then
    perform reopen_abandoned_organizations();
  end if;
end $$;
