-- Removes the entries of some records from the list of people and from the search indexes of their data table, and notes
-- the records for spinners that start on entries into a segment and for goals. Records that still exist are entered again. Waits for a runtime that is filling the indexes, because it would otherwise write
-- entries that it has read before. Leaves out dropped indexes: the statement clear_dropped_index deletes all of their
-- entries, and locks their rows for longer.
create or replace function remove_from_indexes(p_table uuid, p_records bigint[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  numbers int[] := array(
    select f.index_number from index_progress f
     where f.data_table_id = p_table and not f.dropped order by f.index_number for update);
begin
  perform remove_from_people(p_table => p_table, p_records => p_records);
  perform note_segment_changes(p_tables => array[p_table], p_records => p_records, p_columns => null);
  if cardinality(numbers) = 0 then
    return;
  end if;
  -- Compares the number by a function, so that the planner finds the entries by record and not by index.
  delete from index_entries e
   where e.data_table_id = p_table and e.record_id = any(p_records)
     and array_position(numbers, e.index_number) is not null;
  insert into index_changes (data_table_id, record_id)
  select r.data_table_id, r.id from records r where r.data_table_id = p_table and r.id = any(p_records);
end $$;
