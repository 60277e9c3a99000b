-- Returns the key of the advisory lock of a table's record keys. Flushes and the deletion of a record take it
-- shared. An import that is being entered takes it exclusively, because it claims the keys of all of its rows
-- in one transaction.
create or replace function keys_lock(p_table uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_table::text, 2) $$;
