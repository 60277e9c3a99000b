-- Stores that a message of a sender, marked as being sent at p_marked_at, was not accepted. Removes it from
-- the daily budget and the count of sent messages, and starts its cooldown if the refusal concerns more than
-- one recipient. p_scope is null if no server refused the message, for example because the sender was paused
-- meanwhile.
--
-- The caller must not repeat the call after a lost answer: a message that is removed from the budget twice
-- would let the sender exceed its daily limit.
create or replace function note_temporary_refusal(
  p_sender uuid, p_spinner uuid, p_marked_at timestamptz, p_at timestamptz, p_code text, p_scope text, p_seconds float8
) returns void
language plpgsql
--! include one_plan
as $$
declare
  marked_period timestamptz := ten_minutes_of(p_at => p_marked_at);
  this_period timestamptz := ten_minutes_of(p_at => p_at);
  recent record;
  named float8 := p_seconds;
begin
  -- Locks the sender's budget before sender_health, in the order of claim_senders; otherwise two transactions
  -- could deadlock.
  perform from sender_budgets b where b.sender_id = p_sender for no key update;
  if not found then
    return;
  end if;
  update sender_budgets b
     set used = greatest(b.used - 1, 0)
    from senders s
   where s.id = p_sender and b.sender_id = p_sender and b.day = (p_marked_at at time zone s.time_zone)::date;
  update sender_health h set sent = greatest(h.sent - 1, 0)
   where h.sender_id = p_sender and h.spinner_id = p_spinner and h.period_start = marked_period;
  if p_scope is null then
    return;
  end if;
  if p_scope = 'recipient' then
    insert into sender_health as h (sender_id, spinner_id, period_start, temporary_refusals) values (p_sender, p_spinner, this_period, 1)
    on conflict (sender_id, spinner_id, period_start) do update set temporary_refusals = h.temporary_refusals + 1;
    select coalesce(sum(h.sent), 0) as sent, coalesce(sum(h.temporary_refusals), 0) as temporary_refusals into recent
      from sender_health h where h.sender_id = p_sender and h.period_start >= this_period - interval '10 minutes';
    if recent.temporary_refusals < 5 or recent.temporary_refusals < recent.sent then
      return;
    end if;
    named := 60;
  end if;
  perform start_cooldown(p_sender => p_sender, p_at => p_at, p_code => p_code, p_seconds => named);
end $$;
