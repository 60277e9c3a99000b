-- Locks the ledger of a data table until the commit, so that the order of seq is the order of commits. Returns
-- the end of the ledger; null if the table's schema has another version than p_version. The row that is locked
-- is not written: see end_of_ledger. Called by functions that include one_plan, whose settings apply here.
create or replace function lock_ledger(p_table uuid, p_version int, out last_seq bigint, out appended bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  stored record;
  ledger record;
begin
  select t.last_seq, t.appended into stored
    from data_tables t where t.id = p_table and t.schema_version = p_version for no key update;
  if not found then
    return;
  end if;
  -- Reads the last append in a statement after the one that took the lock, so that it sees what was committed
  -- while it waited for the lock.
  select a.seq, a.appended into ledger from appends a where a.data_table_id = p_table order by a.seq desc limit 1;
  lock_ledger.last_seq := greatest(stored.last_seq, ledger.seq);
  lock_ledger.appended := greatest(stored.appended, ledger.appended);
end $$;
