-- Makes the remaining records of an import's blocks whole ranges again after merge_staged_keys, because the
-- records of an append are one range of ids. A block that has lost rows in its midst moves to a new block.
-- Handles up to 100 blocks a call. Returns the last block that was handled; null if none are left.
create or replace function compact_import_blocks(
  p_import uuid, p_table uuid, p_generation int, p_after int, out last_no int
)
language plpgsql
--! include one_plan
as $$
declare
  block record;
  remaining int;
  first_of_new bigint;
  last_id bigint;
begin
  for block in
    select b.no, b.first_id, b.count from import_blocks b
     where b.import_id = p_import and b.no > p_after order by b.no limit 100
  loop
    last_no := block.no;
    select count(*), max(r.id) into remaining, last_id from records r
     where r.data_table_id = p_table and r.id >= block.first_id and r.id < block.first_id + block.count;
    continue when remaining = block.count;
    if remaining = 0 then
      delete from import_blocks b where b.import_id = p_import and b.no = block.no;
      continue;
    end if;
    first_of_new := block.first_id;
    if last_id >= block.first_id + remaining then
      first_of_new := nextval('record_blocks');
      with moving as materialized (
        select r.data_table_id, r.id, r.data, first_of_new + row_number() over (order by r.id) - 1 as new_id
          from records r
         where r.data_table_id = p_table and r.id >= block.first_id and r.id < block.first_id + block.count
      ), staged as materialized (
        -- Computes the row numbers of staged keys as StagedRecords.write does: 512 for each block, plus the
        -- position in it.
        select m.data_table_id, p_generation as generation, s.key, m.new_id
          from moving m
          join staged_keys s on s.owner = p_import and s.no = block.no::bigint * 512 + m.id - block.first_id
      ), keys as (
        update record_keys k set record_id = s.new_id
          from staged s
         where k.data_table_id = s.data_table_id and k.generation = s.generation and k.key = s.key
      ), gone as (
        delete from records r using moving m where r.data_table_id = m.data_table_id and r.id = m.id
      )
      insert into records (data_table_id, id, data) select p_table, m.new_id, m.data from moving m;
    end if;
    update import_blocks b set first_id = first_of_new, count = remaining, erased = 0
     where b.import_id = p_import and b.no = block.no;
  end loop;
end $$;
