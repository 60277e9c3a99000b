-- Returns how many messages the senders of a pool have sent in the last 24 hours, and the time when the oldest of these
-- messages no longer count; null if there are none. Counts whole periods of ten minutes, so at least 24 hours.
create or replace function pool_use(p_pool uuid, p_at timestamptz, out used int, out frees_at timestamptz)
language plpgsql stable
--! include one_plan
as $$
declare
  since timestamptz := ten_minutes_of(p_at => p_at) - interval '24 hours';
begin
  select coalesce(sum(h.sent + h.other_sent), 0)::int,
         min(h.period_start) filter (where h.sent + h.other_sent > 0) + interval '24 hours 10 minutes'
    into used, frees_at
    from senders s join sender_health h on h.sender_id = s.id and h.period_start >= since
   where s.pool_id = p_pool;
end $$;
