-- Subscribes to event types until p_until. Does not shorten an earlier subscription, and writes nothing if all of the
-- types have subscriptions until an hour before p_until or longer, so that a poller writes at most once an hour.
create or replace function subscribe_to_events(p_organization uuid, p_types text[], p_until timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  insert into event_subscriptions as i (organization_id, type, subscribed_until)
  select p_organization, asked.type, p_until
    from (select distinct unnest(p_types) as type) asked
   where not exists (
     select from event_subscriptions f
      where f.organization_id = p_organization and f.type = asked.type and f.subscribed_until > p_until - interval '1 hour')
   order by asked.type
  on conflict (organization_id, type) do update set subscribed_until = greatest(i.subscribed_until, excluded.subscribed_until);
end $$;
