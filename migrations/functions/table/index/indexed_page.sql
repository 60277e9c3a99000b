-- Returns entries of a search index in its order, after the entry (p_value, p_id). Entries of empty cells come
-- last, both in ascending and in descending order: the caller requests them after all others (p_empty).
create or replace function indexed_page(
  p_table uuid, p_index int, p_empty boolean, p_value text, p_id bigint, p_descending boolean, p_limit int
) returns table (value text, id bigint)
language plpgsql stable
--! include one_plan
as $$
begin
  if p_descending then
    return query
      select e.value::text, e.record_id from index_entries e
       where e.data_table_id = p_table and e.index_number = p_index
         and (e.value, e.record_id) < (coalesce(p_value, '5') collate "C", coalesce(p_id, 9223372036854775807))
         and e.value >= case when p_empty then '' else '0' end collate "C"
         and (not p_empty or e.value = '')
       order by e.value desc, e.record_id desc limit p_limit;
  else
    return query
      select e.value::text, e.record_id from index_entries e
       where e.data_table_id = p_table and e.index_number = p_index
         and (e.value, e.record_id) > (coalesce(p_value, case when p_empty then '' else '0' end) collate "C", coalesce(p_id, 0))
         and (not p_empty or e.value = '')
       order by e.value, e.record_id limit p_limit;
  end if;
end $$;
