-- Counts messages of a sender for a spinner as sent. The first message of a ten-minute part also deletes
-- parts older than 8 days.
create or replace function count_sent(p_at timestamptz, p_sender uuid, p_spinner uuid, p_messages int) returns void
language plpgsql
--! include one_plan
as $$
declare
  this_part timestamptz := ten_minutes_of(p_at => p_at);
begin
  update sender_health h set sent = h.sent + p_messages
   where h.sender_id = p_sender and h.spinner_id = p_spinner and h.part = this_part;
  if found then
    return;
  end if;
  -- Writes sender_health before sender_breakers, as docs/locks.md (sending) says.
  insert into sender_health as h (sender_id, spinner_id, part, sent) values (p_sender, p_spinner, this_part, p_messages)
  on conflict (sender_id, spinner_id, part) do update set sent = h.sent + excluded.sent;
  delete from sender_health h
   where h.sender_id = p_sender and h.spinner_id = p_spinner and h.part < p_at - interval '8 days';
  insert into sender_breakers (sender_id, spinner_id, armed_at) values (p_sender, p_spinner, p_at) on conflict do nothing;
end $$;
