-- Gives the lease back; answers the seconds until the slice is due again, null for never. The last slice of a job
-- completes it.
create or replace function release_slice(p_job uuid, p_slice int, p_holder uuid, out seconds float8)
language plpgsql
--! include one_plan
as $$
declare
  next_due timestamptz;
  was_held boolean;
begin
  -- A lease that comes back after a crash runs out. In the body: what a function is created with ends with it, before
  -- the commit.
  perform set_config('synchronous_commit', 'off', true);
  with counted as (
    select min(due_at) filter (where state in ('pending', 'waiting')) as next_due,
           count(*) filter (where state = 'waiting') as waiting,
           count(*) filter (where state = 'done') as done,
           count(*) filter (where state = 'skipped') as skipped,
           count(*) filter (where state = 'failed') as failed,
           count(*) filter (where state = 'unconfirmed') as unconfirmed
      from recipients where job_id = p_job and slice = p_slice
  )
  update slices s
     set lease_holder = null, lease_until = null,
         state = case when c.next_due is null then 'closed' else 'open' end,
         due_at = coalesce(c.next_due, s.due_at),
         waiting = c.waiting, done = c.done, skipped = c.skipped, failed = c.failed, unconfirmed = c.unconfirmed
    from counted c
   where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder
  returning case when c.next_due is null then null else s.due_at end into next_due;
  was_held := found;
  if was_held and next_due is null then
    perform complete_job(p_job);
  end if;
  -- greatest() passes over nulls.
  seconds := case when next_due is not null then greatest(0, extract(epoch from next_due - clock_timestamp())) end;
end $$;
