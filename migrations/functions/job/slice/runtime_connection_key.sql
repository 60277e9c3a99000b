-- Returns the key of the advisory lock that a runtime holds for as long as its connection lives.
create or replace function runtime_connection_key(p_connection uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_connection::text, 1) $$;
