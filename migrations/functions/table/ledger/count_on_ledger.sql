-- Adds the appends that a data table's row does not count yet to each write of its counters, because the row
-- may be behind the ledger. Imports write these counters.
create or replace function count_on_ledger() returns trigger
language plpgsql
--! include one_plan
as $$
declare
  ledger record;
begin
  select a.seq, a.appended into ledger from appends a where a.data_table_id = old.id order by a.seq desc limit 1;
  new.last_seq := new.last_seq + greatest(ledger.seq - old.last_seq, 0);
  new.appended := new.appended + greatest(ledger.appended - old.appended, 0);
  return new;
end $$;

create or replace trigger count_on_ledger before update of last_seq, appended on stored_data_tables
for each row execute function count_on_ledger();
