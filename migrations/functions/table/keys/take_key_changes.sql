-- Takes up to p_most records of which note_key_changes has noted a change, and deletes the new keys of these records.
-- Returns their ids, with those of duplicates that wait for a deleted key; the caller computes all of their keys again.
-- Passes over records that another transaction is changing. Their rows are left for the next call.
create or replace function take_key_changes(p_rebuild uuid, p_most int) returns bigint[]
language plpgsql
--! include one_plan
as $$
declare
  taken bigint[];
  waiting bigint[];
begin
  taken := array(
    select c.record_id from key_rebuild_changes c
     where c.rebuild_id = p_rebuild order by c.record_id limit p_most for update skip locked);
  if cardinality(taken) = 0 then
    return taken;
  end if;
  delete from key_rebuild_changes c where c.rebuild_id = p_rebuild and c.record_id = any(taken);
  -- Reads all new keys of the table, because keys have no index by record. The conditions "is true" let PostgreSQL look
  -- each record up in a hash table: 0.9 s for 5,000 records and a million keys. The condition "any(taken)",
  -- which compares each key with each record, took 5.8 s for 500 records.
  with freed as (
    delete from record_keys k using key_rebuilds r
     where r.id = p_rebuild and k.data_table_id = r.data_table_id and k.generation = r.generation
       and (k.record_id in (select unnest(taken))) is true
    returning k.key
  ), unstaged as (
    delete from staged_keys s
     where s.owner = p_rebuild and ((s.record_id in (select unnest(taken))) is true or s.key in (select f.key from freed f))
    returning s.record_id
  )
  select array_agg(distinct u.record_id) into waiting from unstaged u;
  return array(select distinct t.id from unnest(taken || waiting) t(id) order by t.id);
end $$;
