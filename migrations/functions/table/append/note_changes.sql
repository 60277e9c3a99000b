-- Notes that records were written, for the recipients that wait for a change of them (wake_for_changed_records),
-- for spinners that start on entries into a segment, for goals, for the list of people, for the search indexes of their data table
-- and for a computation of its match keys. `p_columns` are the keys of the changed columns, null if they are not known. The
-- transaction that has written the records calls this afterwards, in a statement of its own. The statement then sees
-- every recipient that has begun to wait since (begin_waits).
create or replace function note_changes(p_tables uuid[], p_records bigint[], p_columns text[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  if p_records is null then
    return;
  end if;
  perform note_key_changes(p_tables => p_tables, p_records => p_records);
  if exists (select from record_watches w where w.data_table_id = any(p_tables)) then
    perform note_segment_changes(p_tables => p_tables, p_records => p_records, p_columns => p_columns);
  end if;
  if exists (select from people_progress f where f.data_table_id = any(p_tables)) then
    insert into people_changes (data_table_id, record_id)
    select r.data_table_id, r.id
      from people_progress f
      cross join unnest(p_records) c(id)
      join records r on r.data_table_id = f.data_table_id and r.id = c.id
     where f.data_table_id = any(p_tables);
  end if;
  if exists (select from record_indexes i where i.data_table_id = any(p_tables)) then
    insert into index_changes (data_table_id, record_id)
    select r.data_table_id, r.id
      from (select distinct i.data_table_id from record_indexes i where i.data_table_id = any(p_tables)) t
      cross join unnest(p_records) c(id)
      join records r on r.data_table_id = t.data_table_id and r.id = c.id;
  end if;
  if not exists (select from step_waits w where w.data_table_id = any(p_tables)) then
    return;
  end if;
  update step_waits w set changed = true
   where w.data_table_id = any(p_tables) and w.record_id = any(p_records) and not w.changed;
end $$;
