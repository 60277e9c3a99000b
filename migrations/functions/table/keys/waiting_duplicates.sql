-- Returns records with the same key as another record, by key and in order of arrival, while the keys of a
-- table are computed for other match columns. Does not sort: a plan that sorts all waiting records for each
-- few hundred of them takes hours on a table of a million.
create or replace function waiting_duplicates(p_rebuild uuid, p_table uuid, p_most int)
returns table (key text, no bigint, "recordId" bigint, data jsonb)
language plpgsql stable
--! include one_plan
set enable_sort = off
as $$
declare
  keys jsonb := (select t.column_keys from stored_data_tables t where t.id = p_table);
begin
  return query
    select encode(s.key, 'hex'), s.no, s.record_id, case when keys is null then r.data else named_cells(r.data, keys) end
      from staged_keys s
      left join records r on r.data_table_id = p_table and r.id = s.record_id
     where s.owner = p_rebuild order by s.key, s.no limit p_most;
end $$;
