-- Returns one row with the number of recipients of a slice in each state, by reason and by step, and the due
-- times of the slice. A statement that has leased or locked the slice writes this row to the table slices. The
-- function has no SET clause, so that PostgreSQL inlines it into the statement that calls it.
create or replace function slice_counts(p_job uuid, p_slice int) returns table (
  next_due timestamptz, last_due timestamptz, waiting int, done int, skipped int, failed int, unconfirmed int,
  stopped int, reasons jsonb, step_states text[], step_state_counts int[]
)
language sql stable
as $$
  with placed as materialized (
    select step, status, reason, count(*) as count, min(due_at) as due_at, max(due_at) as last_due
      from recipients where job_id = p_job and slice = p_slice group by step, status, reason
  ), alike as (
    select status, reason, sum(count) as count, min(due_at) as due_at, max(last_due) as last_due
      from placed group by status, reason
  )
  select min(due_at) filter (where is_unfinished_recipient(status)),
         max(last_due) filter (where is_unfinished_recipient(status)),
         (coalesce(sum(count) filter (where status = 'waiting'), 0))::int,
         (coalesce(sum(count) filter (where status = 'done'), 0))::int,
         (coalesce(sum(count) filter (where status = 'skipped'), 0))::int,
         (coalesce(sum(count) filter (where status = 'failed'), 0))::int,
         (coalesce(sum(count) filter (where status = 'unconfirmed'), 0))::int,
         (coalesce(sum(count) filter (where status = 'stopped'), 0))::int,
         jsonb_agg(jsonb_build_object('code', reason, 'status', status, 'count', count)) filter (where reason is not null),
         -- The recipients counted by step, state and reason, in the two arrays that slices.step_states and
         -- step_state_counts store. The console's figures by step need no recipients then.
         (select array_agg(concat_ws(' ', p.step, p.status, p.reason)) from placed p),
         (select array_agg(p.count::int) from placed p)
    from alike
$$;
