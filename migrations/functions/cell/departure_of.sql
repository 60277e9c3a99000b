-- Returns the cell to which an organization has moved, found by the digest of a credential or by the id of the
-- organization. Returns no row if the organization is in this cell.
create or replace function departure_of(p_digest text, p_organization uuid)
returns table (organization_id uuid, state text, cell text, url text)
language plpgsql as $$
declare
  leaving uuid := coalesce(p_organization, (select c.organization_id from moved_credentials c where c.digest = p_digest));
begin
  if leaving is null then
    return;
  end if;
  return query select d.organization_id, d.state, d.cell, d.url from outgoing_moves d
                where d.organization_id = leaving and d.state <> 'draining';
  if found then
    perform reopen_abandoned_organizations();
  end if;
end $$;
