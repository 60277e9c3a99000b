-- Subscribes the organization's destinations to the event types p_types. Their subscriptions to other types end at
-- p_until, and not at once, because a reader of the feed may be subscribed to such a type, too.
create or replace function subscribe_destinations(p_organization uuid, p_types text[], p_until timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  update event_subscriptions i set subscribed_until = p_until
   where i.organization_id = p_organization and i.subscribed_until = 'infinity' and i.type <> all(p_types);
  insert into event_subscriptions as i (organization_id, type, subscribed_until)
  select p_organization, asked.type, 'infinity' from (select distinct unnest(p_types) as type) asked order by asked.type
  on conflict (organization_id, type) do update set subscribed_until = 'infinity' where i.subscribed_until < 'infinity';
end $$;
