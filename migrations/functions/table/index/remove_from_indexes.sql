-- Removes the entries of some records from the search indexes of their data table. Records that still exist are
-- entered anew. Waits for a runtime that is filling the indexes, because it would otherwise write entries that
-- it has read before.
create or replace function remove_from_indexes(p_table uuid, p_records bigint[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  perform 1 from index_progress f where f.data_table_id = p_table order by f.index_number for update;
  if not found then
    return;
  end if;
  delete from index_entries e where e.data_table_id = p_table and e.record_id = any(p_records);
  insert into index_changes (data_table_id, record_id)
  select r.data_table_id, r.id from records r where r.data_table_id = p_table and r.id = any(p_records);
end $$;
