-- Ends the rests of a sender, and frees the times that it has given to waiting recipients. Each recipient that
-- make_sender_waits_due makes due afterwards gets a new sending time.
create or replace function reset_sender_times(p_sender uuid, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  update sender_budgets b
     set rests_until = null, rests_in_row = 0, rest_code = null,
         scheduled_until = p_at, scheduled_day = null, scheduled_count = 0, priority_until = null,
         -- If the sender's gap between messages was shortened, the shorter gap applies to its next message already.
         next_at = least(b.next_at, p_at + make_interval(secs => s.gap_seconds))
    from senders s
   where s.id = p_sender and b.sender_id = p_sender;
  update senders s set times_outdated_since = null where s.id = p_sender;
end $$;
