-- Holds tables to the mappings that somebody has read, each as its id and its version, in their order; null where none
-- were read. Raises SP005 where there are others now, as for a table that has changed: a delivery is never taken by
-- what a mapping said once.
create or replace function assert_mappings(read_tables uuid[], read_versions text[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  if exists (
    select from unnest(read_tables, read_versions) as r(table_id, versions)
     where r.versions <> coalesce((
       select string_agg(m.id || ' ' || m.version, ',' order by m.position, m.id)
         from mappings m where m.data_table_id = r.table_id), '')
  ) then
    raise exception 'a mapping has changed' using errcode = 'SP005', detail = '{"reason": "stale"}';
  end if;
end $$;
