-- What a sender answers one message at p_at: no code where it may go, or why it has to wait and until when; in both
-- cases what its budget is from then on. `turnAt` of src/domain/sender/pacing/sender-turn.ts says the same, and one
-- test holds them together.
--
-- Who waits is given a time of its own, one after the other and no more in a day than the day has room for, so that a
-- hundred thousand do not come due each midnight. Those whom the sender has written to, and those whose time has come
-- before, go first: the times of the others are not taken from them.
create or replace function sender_turn(
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
  after := p_budget;
  if after.day < (p_at at time zone zone)::date then
    after.day := (p_at at time zone zone)::date;
    after.used := 0;
  end if;
  after.soon_until := coalesce(after.soon_until, p_at);
  allowed := sender_allowance(p_sender => p_sender, p_day => after.day);
  room := allowed - after.used;
  -- Its time is over, whatever becomes of it.
  if p_has_waited and after.given_day = after.day then
    after.given := greatest(after.given - 1, 0);
  end if;

  if p_is_paused then
    code := 'SENDER_PAUSED';
    -- When somebody resumes it is not known before.
    earliest := p_at + interval '15 minutes';
  elsif room <= 0 then
    code := 'SENDER_DAILY_LIMIT';
    earliest := (after.day + 1)::timestamp at time zone zone;
  elsif after.rests_until > p_at then
    code := 'SENDER_RESTS';
    earliest := after.rests_until;
  -- Without a gap nobody waits for another: with two slices at once each was a moment before the other, and a sender
  -- that is not limited came to forty messages a second.
  elsif p_sender.gap_seconds > 0 and after.next_at > p_at then
    code := 'SENDER_GAP';
    earliest := after.next_at;
  elsif not p_has_begun and not p_has_waited and after.given_day is not null and after.given_until > p_at then
    code := 'SENDER_GAP';
    earliest := p_at;
  else
    after.used := after.used + 1;
    after.next_at := p_at + make_interval(secs => p_sender.gap_seconds * (1 + p_random));
    return;
  end if;

  if p_has_begun or (p_has_waited and code in ('SENDER_GAP', 'SENDER_RESTS')) then
    until := greatest(after.soon_until, earliest);
    -- Beyond a day it is not soon any more.
    if p_has_begun or until <= earliest + interval '24 hours' then
      after.soon_until := until + spacing;
      return;
    end if;
  end if;
  until := greatest(after.given_until, earliest);
  slot_day := (until at time zone zone)::date;
  if after.given_day is distinct from slot_day then
    after.given_day := slot_day;
    after.given := 0;
  end if;
  room_on_day := case when slot_day = after.day then room
                      else sender_allowance(p_sender => p_sender, p_day => slot_day) end;
  if after.given >= room_on_day then
    after.given_day := slot_day + 1;
    after.given := 0;
    until := (slot_day + 1)::timestamp at time zone zone;
    if code in ('SENDER_GAP', 'SENDER_RESTS') then
      code := 'SENDER_DAILY_LIMIT';
    end if;
  end if;
  after.given := after.given + 1;
  after.given_until := until + spacing;
end $$;
