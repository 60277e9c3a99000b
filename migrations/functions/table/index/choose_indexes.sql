-- Sets which columns of a data table have a search index, given by the keys of columns. New indexes are filled
-- in the background, and entries of removed ones are deleted there. The data table must be locked.
create or replace function choose_indexes(p_table uuid, p_keys text[]) returns void
language plpgsql as $$
begin
  with gone as (
    delete from record_indexes i where i.data_table_id = p_table and i.key <> all(p_keys) returning i.index_number
  )
  insert into index_progress as f (data_table_id, index_number, dropped) select p_table, g.index_number, true from gone g
  order by g.index_number
  on conflict (data_table_id, index_number) do update set dropped = true;
  insert into record_indexes (data_table_id, key, index_number)
  select p_table, k.key, coalesce((
           select greatest((select max(i.index_number) from record_indexes i where i.data_table_id = p_table),
                           (select max(f.index_number) from index_progress f where f.data_table_id = p_table))), 0) + k.no
    from unnest(p_keys) with ordinality k(key, no)
  on conflict (data_table_id, key) do nothing;
  perform request_indexing();
end $$;
