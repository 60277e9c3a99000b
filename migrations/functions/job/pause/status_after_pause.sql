-- Returns the state in which a paused job continues at p_now: 'running' if it has begun, 'scheduled' if its start
-- time is still to come, otherwise 'queued'. The planner inlines the function (see is_unfinished_job).
create or replace function status_after_pause(p_started_at timestamptz, p_starts_at timestamptz, p_now timestamptz)
returns text
language sql immutable parallel safe
as $$
  select case when p_started_at is not null then 'running' when p_starts_at > p_now then 'scheduled' else 'queued' end
$$;
