-- Returns the names that columns have now, given the keys under which records store them
-- (data_tables.column_keys). The key of a removed column is returned as it is.
create or replace function named_columns(p_columns text[], p_keys jsonb) returns text[]
language sql immutable
as $$
  select case when p_keys is null then p_columns else array(
           select coalesce((select k.key from jsonb_each_text(p_keys) k where k.value = c.key), c.key)
             from unnest(p_columns) with ordinality c(key, no) order by c.no) end
$$;
