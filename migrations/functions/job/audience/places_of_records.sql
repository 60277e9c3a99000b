-- Returns the positions in the ledger of records, in the order of the records, which are in the order of their ids: the
-- seq of the append that contains the record, or 0 if this append is not after p_after. Finds the appends by the range of
-- their records (appends_by_records), because a segment may have millions of records.
create or replace function places_of_records(p_table uuid, p_after bigint, p_records bigint[]) returns bigint[]
language sql stable
set enable_seqscan = off set enable_bitmapscan = on set enable_hashjoin = on
as $$
  select array_agg(coalesce(a.seq, 0) order by r.no)
    from unnest(p_records) with ordinality r(id, no)
    left join (
      select seq, first_id, count from appends
       where data_table_id = p_table and seq > p_after
         and first_id between p_records[1] - 511 and p_records[cardinality(p_records)]) a
      on a.first_id = r.id - r.id % 512 and r.id < a.first_id + a.count
$$;
