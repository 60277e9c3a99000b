-- Records whose key in an index lies in one of several ranges, in no order and not more than so many.
create or replace function indexed_ids(p_table uuid, p_no int, p_from text[], p_to text[], p_limit int)
returns table (id bigint)
language plpgsql stable
--! include one_plan
as $$
begin
  return query
    select e.record_id
      from unnest(p_from, p_to) r(low, high)
      cross join lateral (
        select i.record_id from index_entries i
         where i.data_table_id = p_table and i.no = p_no and i.value >= r.low collate "C" and i.value < r.high collate "C"
         order by i.value limit p_limit) e
     limit p_limit;
end $$;
