-- Returns the key of the advisory lock of a table's record keys. Flushes, changes and deletions of records take it
-- shared. An import that is being entered takes it exclusively, because it claims the keys of all of its rows in
-- one transaction. So does a change of match columns at its begin and its end, to wait for changes of records.
create or replace function keys_lock(p_table uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_table::text, 2) $$;
