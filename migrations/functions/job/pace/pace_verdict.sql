-- Returns whether the pace of a spinner lets one message leave now: `until` is null if it does; otherwise the message
-- waits until then. p_pace is the pace of the present day (pace_today). p_is_first says that the recipient got no message
-- yet, and p_place is the day of its place in the queue. Returns the pace after the decision, and the place. `paceTimeAt`
-- of src/domain/job/sending/pace-use.ts does the same for new people, and one test compares both.
--
-- New people get places on days with room, and are checked on their day, so a queue of 10,000 people is not checked every
-- day. Follow-ups need no place: new people leave room for those that become due on the day. A person whose day has
-- passed goes before the others.
create or replace function pace_verdict(
  p_pace spinner_paces, p_is_first boolean, p_place date,
  out until timestamptz, out place date, out allowed int, out counts text, out after spinner_paces
)
language plpgsql immutable
as $$
declare
  no_limit constant int := 2147483647;
  is_late boolean := coalesce(p_place < p_pace.day, false);
  is_on_time boolean := coalesce(p_place = p_pace.day, false);
  room bigint := coalesce(p_pace.max_per_day::bigint - p_pace.used, no_limit);
  room_new bigint := coalesce(p_pace.max_new_per_day::bigint - p_pace.used_new, no_limit);
  most int := coalesce(least(p_pace.max_per_day, case when p_is_first then p_pace.max_new_per_day end), no_limit);
  ahead bigint := 0;
  next_day date;
begin
  after := p_pace;
  place := p_place;
  counts := 'messages';
  allowed := p_pace.max_per_day;
  if p_is_first then
    if p_place > p_pace.day then
      until := (p_place + make_interval(mins => p_pace.opens_at)) at time zone p_pace.zone;
      counts := case when p_pace.max_new_per_day is null then 'messages' else 'newPeople' end;
      allowed := coalesce(p_pace.max_new_per_day, p_pace.max_per_day);
      return;
    end if;
    if is_on_time and after.queue_day = after.day then
      after.queue_count := greatest(after.queue_count - 1, 0);
    end if;
    ahead := case when is_late then 0
                  when is_on_time then after.late_people
                  when after.queue_day > after.day then no_limit
                  when after.queue_day = after.day then after.late_people + after.queue_count
                  else after.late_people end;
    if room_new <= room - after.follow_ups then
      counts := 'newPeople';
      allowed := p_pace.max_new_per_day;
    end if;
    room := least(room_new, room - after.follow_ups) - ahead;
  end if;
  if room > 0 then
    after.used := after.used + 1;
    if p_is_first then
      after.used_new := after.used_new + 1;
      after.late_people := greatest(after.late_people - is_late::int, 0);
    else
      after.follow_ups := greatest(after.follow_ups - 1, 0);
    end if;
    return;
  end if;
  next_day := pace_day_after(p_pace => after, p_day => after.day);
  if p_is_first and not is_late and not is_on_time then
    if after.queue_day is null or after.queue_day < next_day then
      after.queue_day := next_day;
      after.queue_count := 0;
    elsif after.queue_count >= most then
      after.queue_day := pace_day_after(p_pace => after, p_day => after.queue_day);
      after.queue_count := 0;
    end if;
    after.queue_count := after.queue_count + 1;
    next_day := after.queue_day;
    place := next_day;
  else
    if after.late_day is null or after.late_day < next_day then
      after.late_day := next_day;
      after.late_count := 0;
    elsif after.late_count >= most then
      after.late_day := pace_day_after(p_pace => after, p_day => after.late_day);
      after.late_count := 0;
    end if;
    after.late_count := after.late_count + 1;
    next_day := after.late_day;
  end if;
  until := (next_day + make_interval(mins => after.opens_at)) at time zone after.zone;
end $$;
