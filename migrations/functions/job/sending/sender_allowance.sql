-- Returns how many messages a sender may send on a day of its time zone; null for no limit. `allowanceOn` of
-- src/domain/job/sending/sending-time.ts does the same, and one test compares both.
create or replace function sender_allowance(p_sender senders, p_day date) returns int
language plpgsql immutable
as $$
declare
  ramped int;
begin
  if p_sender.ramp is not null and p_sender.ramp_from is not null then
    ramped := (p_sender.ramp ->> 'start')::int
      + (p_sender.ramp ->> 'add')::int * (greatest(p_day - p_sender.ramp_from, 0) / (p_sender.ramp ->> 'everyDays')::int);
  end if;
  -- Returns the lowest of the limits that are set, because least() ignores nulls.
  return least(p_sender.daily_limit, p_sender.max_per_day, ramped);
end $$;
