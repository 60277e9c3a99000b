-- Stores the time from which recipients of a slice wait at a step, and a digest of the cells that the step reads.
-- p_columns has a list of column names for each recipient, which is empty if the wait depends on no column. Returns the
-- present cells by column, whether they have changed, and whether another transaction is writing the record at this
-- moment.
--
-- p_columns has the names of the lease. If the data table lacks one of them, the column was renamed since. The
-- record then counts as being written, and the next lease reads the new name. A job keeps its columns from being
-- removed, so no recipient waits for a missing column for ever.
--
-- Afterwards note_changes reports changes of the records. This function does not wait for a transaction that is
-- writing a record at this moment. The other transaction may not have seen that a recipient waits, so the
-- record has to be read once more. A later transaction waits for this commit and sees the wait.
create or replace function begin_step_waits(
  p_job uuid, p_slice int, p_records bigint[], p_steps int[], p_columns jsonb, p_now timestamptz
)
returns table (record_id bigint, since timestamptz, cells jsonb, has_changed boolean, is_busy boolean)
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
  select p_job, p_slice, b.id, b.step, case when p_columns -> (b.nth - 1)::int <> '[]' then of_table end, p_now
    from unnest(p_records, p_steps) with ordinality as b(id, step, nth)
  on conflict do nothing;
  return query
    with free as materialized (
      select r.id, r.data from records r
       where r.data_table_id = of_table and r.id = any(p_records) for share skip locked
    ), seen as materialized (
      select b.id, b.step, c.cells, md5(coalesce(c.digested, '')) as digest,
             c.is_read and (f.id is null or c.is_renamed) as is_busy
        from unnest(p_records, p_steps) with ordinality as b(id, step, nth)
        left join free f on f.id = b.id
        cross join lateral (
          select coalesce(jsonb_object_agg(n.name, n.cell) filter (where n.cell is not null), '{}') as cells,
                 string_agg(coalesce(n.cell::text, ''), ',' order by n.nth) as digested,
                 count(*) > 0 as is_read, coalesce(bool_or(keys is not null and not keys ? n.name), false) as is_renamed
            from (
              select e.name, e.nth,
                     -- Treats null and the empty text alike as an empty cell when it compares the cells.
                     nullif(nullif(f.data -> case when keys is null then e.name else keys ->> e.name end, 'null'), '""') as cell
                from jsonb_array_elements_text(p_columns -> (b.nth - 1)::int) with ordinality as e(name, nth)) n) c
    ), noted as (
      update step_waits w set value_digest = s.digest
        from seen s
       where w.job_id = p_job and w.slice = p_slice and w.record_id = s.id and w.step = s.step
         and w.value_digest is null and not s.is_busy
    )
    select s.id, w.since, s.cells, coalesce(w.value_digest <> s.digest, false) and not s.is_busy, s.is_busy
      from seen s
      join step_waits w on w.job_id = p_job and w.slice = p_slice and w.record_id = s.id and w.step = s.step;
end $$;
