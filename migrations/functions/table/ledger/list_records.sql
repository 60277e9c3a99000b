-- Returns a page of a table's records in the order of the ledger, after (p_seq, p_id). Each append is a range
-- of the primary key, so a page costs the same at the end of millions as at their beginning.
create or replace function list_records(p_table uuid, p_seq bigint, p_last bigint, p_id bigint, p_limit int)
returns table (seq bigint, id bigint, data jsonb, created_at timestamptz)
language plpgsql stable
--! include one_plan
as $$
declare
  keys jsonb := (select t.column_keys from stored_data_tables t where t.id = p_table);
begin
  return query
    select a.seq, r.id, case when keys is null then r.data else named_cells(r.data, keys) end, a.created_at
      from appends a
      cross join lateral (
        select rec.id, rec.data from records rec
         where rec.data_table_id = p_table and rec.id >= a.first_id and rec.id < a.first_id + a.count
           and (a.seq > p_seq or rec.id > p_id)
         order by rec.id limit p_limit) r
     where a.data_table_id = p_table and a.seq >= p_seq and a.seq <= p_last
     order by a.seq, r.id limit p_limit;
end $$;
