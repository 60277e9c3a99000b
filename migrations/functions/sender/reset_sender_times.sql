-- Frees the times that a sender has given to waiting recipients, and ends the sender's rest if p_ends_rest. Each
-- recipient that make_sender_waits_due makes due afterwards gets a new sending time.
create or replace function reset_sender_times(p_sender uuid, p_at timestamptz, p_ends_rest boolean) returns void
language plpgsql
--! include one_plan
as $$
begin
  update sender_budgets b
     set rests_until = case when p_ends_rest then null else b.rests_until end,
         rests_in_row = case when p_ends_rest then 0 else b.rests_in_row end,
         rest_code = case when p_ends_rest then null else b.rest_code end,
         scheduled_until = p_at, scheduled_day = null, scheduled_count = 0, priority_until = null,
         -- If the sender's gap between messages was shortened, the shorter gap applies to its next message already.
         next_at = least(b.next_at, p_at + make_interval(secs => s.gap_seconds))
    from senders s
   where s.id = p_sender and b.sender_id = p_sender;
  update sender_changes c set ends_rest = false where c.sender_id = p_sender and c.ends_rest;
end $$;
