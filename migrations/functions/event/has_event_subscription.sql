-- Returns whether the organization has a subscription to one of the event types. Set-based writers call it before they
-- make lists for note_events.
create or replace function has_event_subscription(p_organization uuid, p_types text[]) returns boolean
language plpgsql stable
--! include one_plan
as $$
begin
  return exists (
    select from event_subscriptions i where i.organization_id = p_organization and i.type = any(p_types));
end $$;
