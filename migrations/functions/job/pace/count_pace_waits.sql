-- Counts the recipients of a spinner for whom new people leave room on the present day of its pace: follow-ups that become
-- due on it, and people whose day has passed. Counts at most as many as the spinner sends in a day. Leaves out recipients
-- that wait for an event, because they may come due often without a message.
create or replace function count_pace_waits(p_pace spinner_paces, p_at timestamptz) returns spinner_paces
language plpgsql stable
--! include one_plan
as $$
begin
  select count(*) filter (where w.is_begun), count(*) filter (where not w.is_begun)
    into p_pace.follow_ups, p_pace.late_people
    from (
      select b.is_begun
        from slices s
        join jobs j on j.id = s.job_id and j.spinner_id = p_pace.spinner_id and j.status = 'running'
        join recipients r on r.job_id = s.job_id and r.slice = s.no and r.status = 'waiting'
                         and r.due_at < (p_pace.day + 1)::timestamp at time zone p_pace.zone
                         and r.reason = any('{WAIT_STEP,WAITS_FOR_HOUR,WAITS_FOR_DATE,HELD_BY_USER,SPINNER_PACE,OUTSIDE_WINDOW,SENDER_GAP,SENDER_DAILY_LIMIT,SENDER_POOL_LIMIT,SENDER_COOLING_DOWN}')
        cross join lateral (
          select has_got_message(p_jobs => jobs_of_recipient(p_job => j), p_slice => s.no, p_record => r.record_id) as is_begun) b
       where s.organization_id = p_pace.organization_id and s.status = 'open'
         and s.due_at < (p_pace.day + 1)::timestamp at time zone p_pace.zone
         and (b.is_begun or r.pace_day < p_pace.day)
       limit greatest(p_pace.max_per_day, p_pace.max_new_per_day)) w;
  p_pace.counted_at := p_at;
  return p_pace;
end $$;
