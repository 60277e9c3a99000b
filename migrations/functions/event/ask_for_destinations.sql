-- Makes p_types the event types that the organization's destinations ask for. A type that destinations asked for before
-- is asked for until p_until, because a reader of the feed may ask for it, too.
create or replace function ask_for_destinations(p_organization uuid, p_types text[], p_until timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  update event_interests i set asked_until = p_until
   where i.organization_id = p_organization and i.asked_until = 'infinity' and i.type <> all(p_types);
  insert into event_interests as i (organization_id, type, asked_until)
  select p_organization, asked.type, 'infinity' from (select distinct unnest(p_types) as type) asked order by asked.type
  on conflict (organization_id, type) do update set asked_until = 'infinity' where i.asked_until < 'infinity';
end $$;
