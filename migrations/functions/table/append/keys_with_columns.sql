-- Returns column keys of a data table (data_tables.column_keys) with the keys of new columns; null for null. A
-- new column's key is its name, unless records may still store values of another column under that name. Then
-- the key is a blank, the schema version and a number: names never begin with a blank, and the version goes up
-- with every change of the columns.
create or replace function keys_with_columns(p_keys jsonb, p_table uuid, p_version int, p_names text[]) returns jsonb
language sql stable
as $$
  select p_keys || coalesce((
           select jsonb_object_agg(c.name, case
                    when exists (select from removed_columns r where r.data_table_id = p_table and r.key = c.name)
                      or exists (select from jsonb_each_text(p_keys) k where k.value = c.name)
                    then ' ' || p_version || '.' || c.no else c.name end)
             from unnest(p_names) with ordinality c(name, no)), '{}')
$$;
