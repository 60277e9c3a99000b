-- Returns whether the pool of a sender lets one more message leave at p_at: `until` is null if it does; otherwise the
-- message waits until then. p_used and p_frees_at come from pool_use. Returns the pool with the sending time that the
-- waiting message was given. `poolTimeAt` of src/domain/job/sending/pool-use.ts does the same, and one test compares
-- both.
--
-- Each message that waits gets a time of its own, at most as many in 24 hours as the pool lets leave. Messages that the
-- sender may prefer, as in sender_verdict, have times of their own.
create or replace function pool_verdict(
  p_at timestamptz, p_pool sender_pools, p_used int, p_frees_at timestamptz, p_has_begun boolean, p_has_waited boolean,
  out until timestamptz, out after sender_pools
)
language plpgsql immutable
as $$
declare
  is_full boolean := p_used >= p_pool.max_per_day;
  goes_first boolean := p_has_begun or p_has_waited;
  spacing interval := make_interval(secs => ceil(86400000.0 / p_pool.max_per_day) / 1000);
begin
  after := p_pool;
  if not is_full and (goes_first or p_pool.scheduled_until <= p_at) then
    return;
  end if;
  until := case when is_full then greatest(p_at, coalesce(p_frees_at, p_at)) else p_at end;
  if goes_first then
    until := greatest(until, p_pool.priority_until);
    after.priority_until := until + spacing;
  else
    until := greatest(until, p_pool.scheduled_until);
    after.scheduled_until := until + spacing;
  end if;
end $$;
