-- The pace of a spinner: {maxNewPerDay, maxPerDay}, as in src/domain/spinner/spinner-pace.ts; null if it has none.
alter table stored_spinners add column pace jsonb;
create or replace view spinners as select * from stored_spinners where bin_entry_id is null;
