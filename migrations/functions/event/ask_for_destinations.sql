-- Subscribes the organization's destinations to the event types p_types. Their subscriptions to other types end at
-- p_until, and not at once, because a reader of the feed may be subscribed to such a type, too.
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
