-- Returns whether a sender may send one message at p_at. The code is null if it may; otherwise the code tells
-- the reason, and the message waits until `until`. Returns the sender's budget after the decision in both
-- cases. `sendingTimeAt` of src/domain/job/sending/sending-time.ts does the same, and one test compares both.
--
-- Each message that waits gets a time of its own, and no day gets more messages than it has room for.
-- Otherwise 100,000 messages would come due each midnight. Messages to recipients that the sender has written
-- to, and messages whose time has come before, go first. They do not use up the times of other messages.
create or replace function sender_verdict(
  p_at timestamptz, p_sender senders, p_budget sender_budgets, p_is_paused boolean, p_has_begun boolean,
  p_has_waited boolean, p_random float8,
  out code text, out until timestamptz, out allowed int, out room int, out after sender_budgets
)
language plpgsql immutable
as $$
declare
  zone text := p_sender.time_zone;
  earliest timestamptz;
  spacing interval := make_interval(secs => greatest(p_sender.gap_seconds * (1 + p_random), 0.05));
  slot_day date;
  room_on_day int;
begin
  after := budget_today(p_at => p_at, p_sender => p_sender, p_budget => p_budget);
  after.priority_until := coalesce(after.priority_until, p_at);
  allowed := sender_allowance(p_sender => p_sender, p_day => after.day);
  room := allowed - after.used;
  -- Frees the sending time that the waiting message was given earlier, whatever is decided now.
  if p_has_waited and after.scheduled_day = after.day then
    after.scheduled_count := greatest(after.scheduled_count - 1, 0);
  end if;

  if p_is_paused then
    code := 'SENDER_PAUSED';
    -- It is unknown when the paused sender will be resumed, so the message checks again after 15 minutes.
    earliest := p_at + interval '15 minutes';
  elsif room <= 0 then
    code := 'SENDER_DAILY_LIMIT';
    earliest := (after.day + 1)::timestamp at time zone zone;
  elsif after.cooldown_until > p_at then
    code := 'SENDER_COOLING_DOWN';
    earliest := after.cooldown_until;
  -- If the sender has no gap, its messages never wait for each other. When messages did wait for each other,
  -- two slices at once were each a moment ahead of the other, and a sender without a gap sent only 40 messages
  -- a second.
  elsif p_sender.gap_seconds > 0 and after.next_at > p_at then
    code := 'SENDER_GAP';
    earliest := after.next_at;
  elsif not p_has_begun and not p_has_waited and after.scheduled_day is not null and after.scheduled_until > p_at then
    code := 'SENDER_GAP';
    earliest := p_at;
  else
    after.used := after.used + 1;
    after.next_at := p_at + make_interval(secs => p_sender.gap_seconds * (1 + p_random));
    return;
  end if;

  if p_has_begun or (p_has_waited and code in ('SENDER_GAP', 'SENDER_COOLING_DOWN')) then
    until := greatest(after.priority_until, earliest);
    -- A message that has waited goes first, unless it would have to wait more than 24 hours again; then it
    -- queues with all other messages.
    if p_has_begun or until <= earliest + interval '24 hours' then
      after.priority_until := until + spacing;
      return;
    end if;
  end if;
  until := greatest(after.scheduled_until, earliest);
  slot_day := (until at time zone zone)::date;
  if after.scheduled_day is distinct from slot_day then
    after.scheduled_day := slot_day;
    after.scheduled_count := 0;
  end if;
  room_on_day := case when slot_day = after.day then room
                      else sender_allowance(p_sender => p_sender, p_day => slot_day) end;
  if after.scheduled_count >= room_on_day then
    after.scheduled_day := slot_day + 1;
    after.scheduled_count := 0;
    until := (slot_day + 1)::timestamp at time zone zone;
    if code in ('SENDER_GAP', 'SENDER_COOLING_DOWN') then
      code := 'SENDER_DAILY_LIMIT';
    end if;
  end if;
  after.scheduled_count := after.scheduled_count + 1;
  after.scheduled_until := until + spacing;
end $$;
