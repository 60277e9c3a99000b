-- Returns the activity of an organization other than records, by kind, between each two consecutive moments
-- of p_bounds (the first part is 1). Adds the activity since the last call of fold_activity to the stored
-- counts. A message counts its first reply, bounce and complaint. Reads up to p_most rows of each table.
-- Finding p_most + 1 rows means that the count is cut (is_cut).
create or replace function activity_over_time(p_organization uuid, p_bounds timestamptz[], p_most int, p_now timestamptz)
returns table (part int, kind text, counted bigint, is_cut boolean)
language plpgsql stable
--! include one_plan
as $$
declare
  ends timestamptz := p_bounds[array_upper(p_bounds, 1)];
  since timestamptz := greatest(p_bounds[1], coalesce(
    (select f.counted_until from activity_progress f), p_now - interval '31 days'));
  first_id uuid := first_id_at(p_at => coalesce((select f.counted_until from activity_progress f), since));
begin
  return query
  select s.part, s.kind, sum(s.counted)::bigint, bool_or(s.is_cut)
    from (
      select width_bucket(a.period_start, p_bounds) as part, k.kind, k.counted::bigint, false as is_cut
        from activity a
        cross join lateral (values
          ('held', a.held), ('refused', a.refused), ('ignored', a.ignored), ('sent', a.sent), ('captured', a.captured),
          ('failed', a.failed), ('unconfirmed', a.unconfirmed), ('replies', a.replies), ('bounces', a.bounces),
          ('complaints', a.complaints)) k(kind, counted)
       where a.organization_id = p_organization and a.period_start >= p_bounds[1] and a.period_start < ends and k.counted > 0
      union all
      select width_bucket(l.at, p_bounds), l.kind, l.counted, l.no > p_most
        from (
          (select r.received_at as at, case when r.status = 'received' then 'held' else r.status end as kind,
                  coalesce(cardinality(r.held_positions), r.records, 1)::bigint as counted, row_number() over () as no
             from unnest('{held,received,refused,ignored}'::text[]) x(status)
             join lateral (
               select * from arrivals b
                where b.organization_id = p_organization and b.status = x.status and b.id >= first_id
                order by b.id limit p_most + 1) r on true)
          union all
          (select m.created_at, case when m.status in ('failed', 'unconfirmed') then m.status else 'sent' end, 1, row_number() over ()
             from (select b.created_at, b.status from message_log b
                    where b.organization_id = p_organization and b.id >= first_id order by b.id limit p_most + 1) m)
          union all
          (select o.created_at, 'captured', 1, row_number() over ()
             from (select b.created_at from captured_messages b
                    where b.organization_id = p_organization and b.id >= first_id order by b.id limit p_most + 1) o)
          union all
          (select h.at, case h.reaction when 'reply' then 'replies' when 'complaint' then 'complaints' else 'bounces' end,
                  1, row_number() over ()
             from (select b.at, b.reaction from first_reactions b
                    where b.organization_id = p_organization and b.at >= since order by b.at limit p_most + 1) h)
        ) l
       where l.at >= p_bounds[1] and l.at < ends
    ) s
   group by s.part, s.kind;
end $$;
