-- Notes records that were changed while another request computes the match keys of their data table for new
-- match columns, so that it computes their keys again. The transaction that has written the records has taken
-- keys_lock before it read key_rebuilds.
create or replace function note_key_changes(p_tables uuid[], p_records bigint[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  if not exists (select from key_rebuilds k where k.data_table_id = any(p_tables) and not k.abandoned) then
    return;
  end if;
  -- Locks a row that exists already, so that take_key_changes waits for this transaction instead of removing the row
  -- before the change is committed.
  insert into key_rebuild_changes (rebuild_id, record_id)
  select k.id, r.id
    from key_rebuilds k join records r on r.data_table_id = k.data_table_id and r.id = any(p_records)
   where k.data_table_id = any(p_tables) and not k.abandoned
   order by k.id, r.id
  on conflict (rebuild_id, record_id) do update set record_id = excluded.record_id;
end $$;
