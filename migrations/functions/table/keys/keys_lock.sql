-- The advisory lock of a table's record keys. Flushes and the deleting of a record share it; an import that is entered
-- has it alone, because it claims the keys of all of its rows in one transaction.
create or replace function keys_lock(p_table uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_table::text, 2) $$;
