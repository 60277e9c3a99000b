-- Returns the time that a UUID of version 7 contains, in milliseconds.
create or replace function time_of_id(p_id uuid) returns timestamptz
language sql immutable
as $$ select to_timestamp(('x' || translate(left(p_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) $$;
