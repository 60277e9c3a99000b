-- Watches the columns on which the condition of a version's goal depends. If the version is watched already, a segment of
-- its condition has changed: a runtime then looks at all open outcomes again.
create or replace function save_goal_watch(
  p_spinner uuid, p_version int, p_organization uuid, p_table uuid, p_columns text[]
) returns void
language sql
as $$
  insert into goal_watches (spinner_id, version, organization_id, data_table_id, columns)
  values (p_spinner, p_version, p_organization, p_table, array(
    select coalesce(t.column_keys ->> c, c) from stored_data_tables t, unnest(p_columns) c where t.id = p_table))
  on conflict (spinner_id, version) do update
     set columns = excluded.columns, rebased_until = 0, begun_in_transaction = null
$$;
