-- Returns the rows of a flush with their cells under the keys of data_tables.column_keys, if one of its data
-- tables has such keys. The caller checks by the schema version, with the table's row locked, that the keys
-- have not changed. Does what stored_cells does, written out: 500 calls of stored_cells took 6 ms, and this
-- takes 3 ms.
create or replace function stored_rows(p_rows jsonb, entry_lanes int[], lane_keys jsonb[]) returns jsonb
language sql immutable
as $$
  select jsonb_agg(case when lane_keys[e.lane] is null then e.rows else (
           select jsonb_agg((
                    select coalesce(jsonb_object_agg(k.value, r.data -> k.key), '{}')
                      from jsonb_each_text(lane_keys[e.lane]) k where r.data ? k.key) order by r.no)
             from jsonb_array_elements(e.rows) with ordinality r(data, no)) end order by e.no)
    from rows from (unnest(entry_lanes), jsonb_array_elements(p_rows)) with ordinality e(lane, rows, no)
$$;
