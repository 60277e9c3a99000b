-- Returns the sources from which blocks of records came, as `people.source` has them: `import`, `webhookUrl`, `user`, or
-- the id of an API key. Each item of the lists names a block (the first id of an append) that has recipients of a slice.
-- Leaves out blocks whose append is not in the ledger, because the data table was deleted.
--
-- Reads the ranges of the ledger from which the slices were made. The ledger of a table is read as a whole if records
-- were named or their slice is not known, because no index leads from a record to its append.
create or replace function sources_of_blocks(p_jobs uuid[], p_slices int[], p_blocks bigint[])
returns table (table_id uuid, block bigint, source text)
language plpgsql stable
-- Makes PostgreSQL plan the statement again for each call, because it then compares long lists of blocks by a hash table.
set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return query
    with places as materialized (
      select distinct x.job_id, x.slice from unnest(p_jobs, p_slices) x(job_id, slice)
    ), ranges as materialized (
      select distinct j.data_table_id, coalesce(s.from_seq, 0) as from_seq, coalesce(s.to_seq, 9223372036854775807) as to_seq
        from places p
        join jobs j on j.id = p.job_id
        -- A retried recipient is in a slice with the same number.
        left join slices s on s.job_id = root_of_job(p_job => j) and s.no = p.slice
    )
    select distinct r.data_table_id, a.first_id, coalesce(a.api_key_id::text, append_source(a.api_key_id, a.source))
      from ranges r
      cross join lateral (
        select a.first_id, a.api_key_id, a.source from appends a
         where a.data_table_id = r.data_table_id and a.seq > r.from_seq and a.seq <= r.to_seq
           and a.first_id = any(p_blocks) offset 0) a;
end $$;
