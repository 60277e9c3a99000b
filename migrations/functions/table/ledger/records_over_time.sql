-- Returns how many records were added to the data tables of an organization between each two consecutive times
-- (the first part is 1). Appends are numbered in commit order, which is that of their times but for the second
-- by which clocks differ. Each append knows how many records had come in with it, so two look-ups by the
-- primary key tell how many records lie between them, however many these are. All moments are looked up
-- together, because a statement for each costs more than the look-up.
create or replace function records_over_time(p_organization uuid, p_bounds timestamptz[])
returns table (part int, counted bigint)
language plpgsql stable
--! include one_plan
as $$
begin
  return query
  with recursive ledgers as materialized (
    select t.id, e.seq as last_seq from data_tables t
      cross join lateral (
        select a.seq, a.created_at from appends a where a.data_table_id = t.id order by a.seq desc limit 1) e
     where t.organization_id = p_organization and e.created_at >= p_bounds[1]
  ), firsts (id, low, high, last_seq) as (
    select l.id, 0::bigint, l.last_seq, l.last_seq from ledgers l
    union all
    select f.id, case when e.created_at >= p_bounds[1] then f.low else f.middle end,
           case when e.created_at >= p_bounds[1] then f.middle - 1 else f.high end, f.last_seq
      from (select *, (low + high + 1) / 2 as middle from firsts where low < high) f
      -- Takes the append with the searched number, or else the one before. Numbers have gaps only where a part
      -- of the ledger was restored by hand.
      left join lateral (
        select a.created_at from appends a where a.data_table_id = f.id and a.seq <= f.middle order by a.seq desc limit 1) e on true
  ), others (id, nth, bound, low, high) as (
    select f.id, b.nth, b.bound, f.low, f.last_seq
      from firsts f cross join unnest(p_bounds[2:]) with ordinality b(bound, nth)
     where f.low = f.high
    union all
    select o.id, o.nth, o.bound, case when e.created_at >= o.bound then o.low else o.middle end,
           case when e.created_at >= o.bound then o.middle - 1 else o.high end
      from (select *, (low + high + 1) / 2 as middle from others where low < high) o
      left join lateral (
        select a.created_at from appends a where a.data_table_id = o.id and a.seq <= o.middle order by a.seq desc limit 1) e on true
  ), ends (id, nth, seq) as (
    select f.id, 0::bigint, f.low from firsts f where f.low = f.high
    union all
    select o.id, o.nth, o.low from others o where o.low = o.high
  ), totals as (
    select n.id, n.nth, n.seq, case when n.seq = 0 then 0 else e.appended end as appended
      from ends n
      left join lateral (
        select a.appended from appends a where a.data_table_id = n.id and a.seq <= n.seq order by a.seq desc limit 1) e on true
  ), steps as (
    select t.id, t.nth, t.seq, t.appended, lag(t.seq) over of_table as was_seq, lag(t.appended) over of_table as was_appended
      from totals t window of_table as (partition by t.id order by t.nth)
  )
  -- Adds up the appends of imports separately, because they do not store how many records had come in up to them.
  select s.nth::int, coalesce(s.appended - s.was_appended, (
           select sum(a.count) from appends a where a.data_table_id = s.id and a.seq > s.was_seq and a.seq <= s.seq))
    from steps s where s.seq > s.was_seq;
end $$;
