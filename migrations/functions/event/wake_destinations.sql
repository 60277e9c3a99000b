-- Makes the active destinations due that receive one of the event types, after new events got their numbers. A
-- destination that rests becomes due when its rest ends. p_now is the real time.
create or replace function wake_destinations(p_organization uuid, p_types text[], p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  update destinations d set due_at = greatest(p_now, d.rests_until)
   where d.organization_id = p_organization and d.state = 'active' and d.types && p_types
     and (d.due_at is null or d.due_at > greatest(p_now, d.rests_until));
end $$;
