-- Stores the time from which recipients of a slice wait at a step, and the value of the record's column that
-- the step reads (p_columns, null for none) at that time. Returns the present value, whether it has changed,
-- and whether another transaction is writing the record at this moment.
--
-- p_columns has the names of the lease. If the data table has no such column, the column was renamed since. The
-- record then counts as being written, and the next lease reads the new name. A job keeps its columns from being
-- removed, so no recipient waits for a missing column for ever.
--
-- Afterwards note_changes reports changes of the records. This function does not wait for a transaction that is
-- writing a record at this moment. The other transaction may not have seen that a recipient waits, so the
-- record has to be read once more. A later transaction waits for this commit and sees the wait.
create or replace function begin_waits(
  p_job uuid, p_slice int, p_records bigint[], p_steps int[], p_columns text[], p_now timestamptz
)
returns table (record_id bigint, since timestamptz, cell jsonb, has_changed boolean, is_busy boolean)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  of_table uuid;
  keys jsonb;
begin
  select j.data_table_id, t.column_keys into of_table, keys
    from jobs j left join data_tables t on t.id = j.data_table_id where j.id = p_job;
  insert into step_waits (job_id, slice, record_id, step, data_table_id, since)
  select p_job, p_slice, b.id, b.step, case when b.looked_at is not null then of_table end, p_now
    from unnest(p_records, p_steps, p_columns) as b(id, step, looked_at)
  on conflict do nothing;
  return query
    with free as materialized (
      select r.id, r.data from records r
       where r.data_table_id = of_table and r.id = any(p_records) for share skip locked
    ), seen as materialized (
      select b.id, b.step,
             b.looked_at is not null and (f.id is null or (keys is not null and not keys ? b.looked_at)) as is_busy,
             -- Treats null and the empty text alike as an empty cell when it compares values of the awaited column.
             nullif(nullif(f.data -> case when keys is null then b.looked_at else keys ->> b.looked_at end, 'null'), '""') as cell
        from unnest(p_records, p_steps, p_columns) as b(id, step, looked_at)
        left join free f on f.id = b.id
    ), noted as (
      update step_waits w set value_digest = md5(coalesce(s.cell::text, ''))
        from seen s
       where w.job_id = p_job and w.slice = p_slice and w.record_id = s.id and w.step = s.step
         and w.value_digest is null and not s.is_busy
    )
    select s.id, w.since, s.cell, coalesce(w.value_digest <> md5(coalesce(s.cell::text, '')), false) and not s.is_busy, s.is_busy
      from seen s
      join step_waits w on w.job_id = p_job and w.slice = p_slice and w.record_id = s.id and w.step = s.step;
end $$;
