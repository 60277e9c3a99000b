-- Merges staged rows of an import into a table with match columns: up to 2,000 rows whose keys come after
-- p_after, in the order of keys. Part of the commit that enters the import, which has all keys of the table
-- to itself (keys_lock).
--
-- A row whose key is new stays and becomes a record with its block. A row whose key is known changes the record
-- that has the key, and is deleted. If several rows of the file have the same key, all but one are deleted:
-- with p_updates the newest or last row stays, otherwise the first.
--
-- Returns the last key that was merged (null if none are left), and how many records were changed.
create or replace function merge_staged_keys(
  p_import uuid, p_table uuid, p_generation int, p_updates boolean, p_after bytea,
  p_missing text[], p_request text, p_now timestamptz,
  out last_key bytea, out updated int
)
language plpgsql
--! include one_plan
as $$
declare
  keys jsonb := (select t.column_keys from stored_data_tables t where t.id = p_table);
  written bigint[]; written_columns text[];
begin
  if keys is not null then
    p_missing := array(select keys ->> m from unnest(p_missing) m);
  end if;
  select max(s.key) into last_key
    from (select key from staged_keys where owner = p_import and key > p_after order by key limit 2000) s;
  updated := 0;
  if last_key is null then
    return;
  end if;

  -- A match key whose record was deleted counts as new.
  insert into record_keys as k (data_table_id, generation, key, record_id, version)
  select distinct on (s.key) p_table, p_generation, s.key, s.record_id, s.version
    from staged_keys s
   where s.owner = p_import and s.key > p_after and s.key <= last_key
   order by s.key, case when p_updates then coalesce(s.version, '') end desc, case when p_updates then -s.no else s.no end
  on conflict (data_table_id, generation, key) do update set record_id = excluded.record_id, version = excluded.version
   where not exists (select from records r where r.data_table_id = k.data_table_id and r.id = k.record_id);

  -- Looks each row up by its whole key, apart from the others ("offset 0"). When these look-ups were joins, the
  -- plan used only the table's id and compared each of 2,000 rows with all rows of the table, which took a
  -- minute for 20,000 rows.
  if p_updates then
    with winners as materialized (
      select distinct on (s.key) p_table as table_id, p_generation as generation, s.key, s.record_id, s.version
        from staged_keys s
       where s.owner = p_import and s.key > p_after and s.key <= last_key
       order by s.key, coalesce(s.version, '') desc, s.no desc
    ), known as materialized (
      select w.*, k.record_id as known_id, d.data as before, r.data - p_missing as cells
        from winners w
        cross join lateral (
          select x.record_id, x.version from record_keys x
           where x.data_table_id = w.table_id and x.generation = w.generation and x.key = w.key offset 0) k
        cross join lateral (
          select x.data from records x where x.data_table_id = w.table_id and x.id = k.record_id offset 0) d
        cross join lateral (
          select x.data from records x where x.data_table_id = w.table_id and x.id = w.record_id offset 0) r
       where k.record_id <> w.record_id and coalesce(w.version, '') >= coalesce(k.version, '')
    ), changed as (
      -- Keeps other cells of the record that a transaction has changed while this statement waited for its lock.
      update records d set data = d.data || n.cells
        from known n
       where not n.before @> n.cells and d.data_table_id = n.table_id and d.id = n.known_id
      returning n.*
    ), versions as (
      update record_keys k set version = c.version
        from changed c
       where c.version is not null
         and k.data_table_id = c.table_id and k.generation = c.generation and k.key = c.key
    ), changes as (
      insert into record_changes (data_table_id, record_id, at, request_id, columns)
      select c.table_id, c.known_id, p_now, p_request,
             array(select a.key from jsonb_each(c.cells) a where c.before -> a.key is distinct from a.value order by 1)
        from changed c
      returning record_id, columns
    )
    select count(*), array_agg(c.record_id), array(select distinct k.key from changes h, unnest(h.columns) k(key))
      into updated, written, written_columns from changes c;
    perform note_changes(p_tables => array[p_table], p_records => written, p_columns => written_columns);
    perform note_records(p_type => 'record.updated', p_table => p_table, p_records => written, p_at => p_now);
  end if;

  with sent as materialized (
    select p_table as table_id, p_generation as generation, s.key, s.record_id
      from staged_keys s
     where s.owner = p_import and s.key > p_after and s.key <= last_key
  ), superfluous as materialized (
    select s.table_id, s.record_id
      from sent s
      cross join lateral (
        select x.record_id from record_keys x
         where x.data_table_id = s.table_id and x.generation = s.generation and x.key = s.key offset 0) k
     where k.record_id <> s.record_id
  )
  delete from records r using superfluous s where r.data_table_id = s.table_id and r.id = s.record_id;
end $$;
