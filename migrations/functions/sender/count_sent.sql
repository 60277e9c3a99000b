-- Adds messages of a sender for a spinner to the count of sent messages (sender_health). The first message of a
-- ten-minute period also deletes periods older than 8 days.
create or replace function count_sent(p_at timestamptz, p_sender uuid, p_spinner uuid, p_messages int) returns void
language plpgsql
--! include one_plan
as $$
declare
  this_period timestamptz := ten_minutes_of(p_at => p_at);
begin
  update sender_health h set sent = h.sent + p_messages
   where h.sender_id = p_sender and h.spinner_id = p_spinner and h.period_start = this_period;
  if found then
    return;
  end if;
  -- Writes sender_health before sender_breakers, in the lock order of docs/contribute/locks.md (sending); otherwise two
  -- transactions could deadlock.
  insert into sender_health as h (sender_id, spinner_id, period_start, sent) values (p_sender, p_spinner, this_period, p_messages)
  on conflict (sender_id, spinner_id, period_start) do update set sent = h.sent + excluded.sent;
  delete from sender_health h
   where h.sender_id = p_sender and h.spinner_id = p_spinner and h.period_start < p_at - interval '8 days';
  insert into sender_breakers (sender_id, spinner_id, counted_since) values (p_sender, p_spinner, p_at) on conflict do nothing;
end $$;
