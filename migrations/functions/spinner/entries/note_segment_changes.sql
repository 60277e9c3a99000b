-- Notes records that were written, for spinners that start on entries into a segment and for goals (record_watches). The
-- keys of the changed columns are `p_columns`, null if they are not known: a change of other columns than those of the
-- segment's or the goal's condition is not noted.
create or replace function note_segment_changes(p_tables uuid[], p_records bigint[], p_columns text[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  watched uuid[] := array(
    select distinct w.data_table_id from record_watches w
     where w.data_table_id = any(p_tables) and (p_columns is null or w.columns && p_columns));
begin
  if cardinality(watched) = 0 then
    return;
  end if;
  if p_tables[1] = all(p_tables) then
    insert into segment_changes (data_table_id, record_id) select p_tables[1], c.id from unnest(p_records) c(id);
    return;
  end if;
  insert into segment_changes (data_table_id, record_id)
  select t.id, c.id
    from unnest(watched) t(id)
    cross join unnest(p_records) c(id)
    join records r on r.data_table_id = t.id and r.id = c.id;
end $$;
