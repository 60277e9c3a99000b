-- Returns the lowest UUID of version 7 for a time: it sorts before all ids that are made at p_at or later.
create or replace function first_id_at(p_at timestamptz) returns uuid
language sql immutable
as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from p_at) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
