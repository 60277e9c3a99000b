-- Returns records by id with their positions in the ledger, as far as the search indexes are filled
-- (indexed_appends). Leaves out records that do not exist.
create or replace function indexed_records(p_table uuid, p_ids bigint[])
returns table (seq bigint, id bigint, data jsonb, created_at timestamptz)
language plpgsql stable
--! include one_plan
as $$
declare
  keys jsonb := (select t.column_keys from stored_data_tables t where t.id = p_table);
begin
  return query
    select a.seq, r.id, case when keys is null then r.data else named_cells(r.data, keys) end, a.created_at
      from unnest(p_ids) i(id)
      join records r on r.data_table_id = p_table and r.id = i.id
      join indexed_appends b on b.data_table_id = p_table and b.first_id = r.id - r.id % 512
      join appends a on a.data_table_id = p_table and a.seq = b.seq and r.id < a.first_id + a.count;
end $$;
