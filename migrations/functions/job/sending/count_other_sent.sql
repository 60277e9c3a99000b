-- Counts a message that belongs to no spinner, such as a mail about an account, for the pool of its sender. The caller
-- has locked the budget of the sender. Does nothing for a sender without a pool.
create or replace function count_other_sent(p_sender senders, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  no_spinner uuid := '00000000-0000-0000-0000-000000000000';
begin
  if p_sender.pool_id is null then
    return;
  end if;
  insert into sender_health as h (sender_id, spinner_id, period_start, other_sent)
  values (p_sender.id, no_spinner, ten_minutes_of(p_at => p_at), 1)
  on conflict (sender_id, spinner_id, period_start) do update set other_sent = h.other_sent + 1;
  delete from sender_health h
   where h.sender_id = p_sender.id and h.spinner_id = no_spinner and h.period_start < p_at - interval '8 days';
end $$;
