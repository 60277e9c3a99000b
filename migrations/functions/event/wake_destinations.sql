-- Makes the active destinations due that receive one of the event types, after new events got their numbers. A
-- destination that waits becomes due at its next_attempt_at. p_now is the real time.
--
-- Locks the destinations in the order of their ids, as the deletion of a project does; otherwise both could deadlock.
-- Changes the due time of a destination with a holder in any case, because its holder compares this time when it
-- releases the destination, however long that takes.
create or replace function wake_destinations(p_organization uuid, p_types text[], p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  perform from destinations d
    where d.organization_id = p_organization and d.status = 'active' and d.types && p_types
    order by d.id for no key update;
  update destinations d set due_at = greatest(p_now, d.next_attempt_at)
   where d.organization_id = p_organization and d.status = 'active' and d.types && p_types
     and (d.due_at is null or d.due_at > greatest(p_now, d.next_attempt_at) or d.lease_holder is not null);
end $$;
