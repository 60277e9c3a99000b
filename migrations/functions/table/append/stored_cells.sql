-- Returns cells, given under the names of columns, as records store them: under the columns' keys
-- (data_tables.column_keys). Leaves out names that the data table does not have. Called only for data tables
-- that have such keys.
create or replace function stored_cells(p_cells jsonb, p_keys jsonb) returns jsonb
language sql immutable strict
as $$
  select coalesce(jsonb_object_agg(k.value, p_cells -> k.key), '{}') from jsonb_each_text(p_keys) k where p_cells ? k.key
$$;
