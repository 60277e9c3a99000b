-- Raises SP005 if the mappings of a table have changed since the caller read them. Each table has a text with
-- the id and the version of each mapping in their order; null if none were read. So no delivery is turned
-- into records by an outdated mapping.
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
