-- Refuses imports by processes of the previous version, which write rows without keys. Rows of a table with
-- match columns need record keys, and renamed columns have keys of their own. These processes answer this
-- error with 503 and "nothing was written". To be removed in the version after this one, in a dated file that
-- drops the trigger first.
create or replace function refuse_import_without_keys() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from data_tables t
     where t.id = new.data_table_id
       and (t.match is not null and not new.keyed or t.column_keys is not null and not new.by_key)
  ) then
    raise exception 'the version of the service that imports writes no keys of records' using errcode = 'lock_not_available';
  end if;
  return new;
end $$;

create or replace trigger refuse_import_without_keys before insert on imports
for each row when (not new.keyed or not new.by_key) execute function refuse_import_without_keys();
