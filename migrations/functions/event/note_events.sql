-- Writes events of one type in the transaction of the change that they report: one event for each id in p_objects.
-- Writes nothing if the organization has no subscription to the type.
--
-- p_data is the data that all of the events share. p_each (null for none) has the further data of each event, and
-- p_addresses (null for none) the e-mail address that each event is about, in the order of p_objects. More than 500
-- events become several rows, because readers take whole rows.
create or replace function note_events(
  p_organization uuid, p_type text, p_project uuid, p_spinner uuid, p_object_type text, p_objects text[], p_data jsonb,
  p_each jsonb[], p_addresses text[], p_at timestamptz
) returns void
language plpgsql
--! include one_plan
as $$
begin
  if not exists (select from event_subscriptions i where i.organization_id = p_organization and i.type = p_type) then
    return;
  end if;
  for place in 1 .. coalesce(cardinality(p_objects), 0) by 500 loop
    insert into new_events (
      organization_id, project_id, spinner_id, type, object_type, objects, data, each, addresses, created_at)
    values (
      p_organization, p_project, p_spinner, p_type, p_object_type, p_objects[place:place + 499],
      coalesce(p_data, '{}'), p_each[place:place + 499], p_addresses[place:place + 499], p_at);
  end loop;
end $$;
