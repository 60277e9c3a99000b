-- Begins the work that a change or deletion of a sender leaves (sender_changes), for ten minutes: frees the times that
-- the sender has given to waiting recipients, and ends its rest if the change says so. Each recipient that
-- make_sender_waits_due makes due afterwards gets a new sending time. Gives the change a new time, by which an earlier
-- call for the same sender notices that this call does its work. Returns the change with the time of its organization;
-- nothing if no work is left.
create or replace function take_sender_change(p_sender uuid, p_now timestamptz)
returns table ("organizationId" uuid, "senderId" uuid, since timestamptz, at timestamptz)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  change sender_changes;
  now_of_organization timestamptz;
begin
  -- Locks the budget before the change, as a change or deletion of a sender does (docs/locks.md, sending).
  perform from sender_budgets b where b.sender_id = p_sender for update;
  select c.* into change from sender_changes c where c.sender_id = p_sender for update;
  if not found then
    return;
  end if;
  now_of_organization := coalesce(
    (select c.now from test_clocks c where c.organization_id = change.organization_id), p_now);
  update sender_budgets b
     set rests_until = case when change.ends_rest then null else b.rests_until end,
         rests_in_row = case when change.ends_rest then 0 else b.rests_in_row end,
         rest_code = case when change.ends_rest then null else b.rest_code end,
         scheduled_until = now_of_organization, scheduled_day = null, scheduled_count = 0, priority_until = null,
         -- If the sender's gap between messages was shortened, the shorter gap applies to its next message already.
         next_at = least(b.next_at, now_of_organization + make_interval(secs => s.gap_seconds))
    from senders s
   where s.id = p_sender and b.sender_id = p_sender;
  return query
    update sender_changes c
       set since = greatest(now_of_organization, c.since + interval '1 millisecond'), ends_rest = false,
           lease_until = clock_timestamp() + interval '10 minutes'
     where c.sender_id = p_sender
    returning c.organization_id, c.sender_id, c.since, now_of_organization;
end $$;
