-- Returns the records that meet several search conditions, each of which is a set of key ranges in one index.
-- Returns their positions after (p_seq, p_id), newest first, and the total number of such records. A condition
-- that p_most or more records meet does not narrow the result and is skipped; if all are skipped, the total is
-- null. Stops once p_few records are left, because reading them costs less than the next condition.
create or replace function indexed_selection(
  p_table uuid, p_conditions int, p_of int[], p_indexes int[], p_from text[], p_to text[], p_most int, p_few int,
  p_seq bigint, p_id bigint, p_limit int
) returns table (seq bigint, id bigint, total int)
language plpgsql stable
--! include one_plan
as $$
declare
  met bigint[];
  ids bigint[];
begin
  for condition in 1 .. p_conditions loop
    met := array(
      select e.record_id
        from unnest(p_of, p_indexes, p_from, p_to) r(of, no, low, high)
        cross join lateral (
          select i.record_id from index_entries i
           where i.data_table_id = p_table and i.index_number = r.no
             and i.value >= r.low collate "C" and i.value < r.high collate "C"
           order by i.value limit p_most) e
       where r.of = condition limit p_most);
    continue when cardinality(met) = p_most;
    ids := case when ids is null then met else array(select unnest(ids) intersect select unnest(met)) end;
    exit when cardinality(ids) <= p_few;
  end loop;
  if ids is null then
    return query select null::bigint, null::bigint, null::int;
    return;
  end if;
  return query
    select b.seq, o.id, cardinality(ids)
      from (select distinct u.id from unnest(ids) u(id)) o
      join indexed_appends b on b.data_table_id = p_table and b.first_id = o.id - o.id % 512
     where (b.seq, o.id) < (p_seq, p_id)
     order by b.seq desc, o.id desc limit p_limit;
end $$;
