-- Returns stored cells under the names that their columns have now (the reverse of stored_cells). Leaves out
-- cells of removed columns.
create or replace function named_cells(p_cells jsonb, p_keys jsonb) returns jsonb
language sql immutable strict
as $$
  select coalesce(jsonb_object_agg(k.key, p_cells -> k.value), '{}') from jsonb_each_text(p_keys) k where p_cells ? k.value
$$;
