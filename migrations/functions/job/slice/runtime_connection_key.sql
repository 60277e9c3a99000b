-- Returns the key of the advisory lock that a runtime holds while its database connection is open. If the lock
-- is free, the runtime counts as dead and loses its leases.
create or replace function runtime_connection_key(p_connection uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_connection::text, 1) $$;
