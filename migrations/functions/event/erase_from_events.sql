-- Removes an erased person's address from the events of an organization. Returns the number of batches that had it.
-- New events come first: a batch that is numbered meanwhile is then found among the numbered ones.
create or replace function erase_from_events(p_organization uuid, p_address text, out erased int)
language plpgsql
--! include one_plan
as $$
declare
  others int;
begin
  update new_events e
     set addresses = array(select nullif(a.address, p_address) from unnest(e.addresses) with ordinality a(address, no) order by a.no)
   where e.organization_id = p_organization and e.addresses is not null and p_address = any(e.addresses);
  get diagnostics erased = row_count;
  update events e
     set addresses = array(select nullif(a.address, p_address) from unnest(e.addresses) with ordinality a(address, no) order by a.no)
   where e.organization_id = p_organization and e.addresses is not null and p_address = any(e.addresses);
  get diagnostics others = row_count;
  erased := erased + others;
end $$;
