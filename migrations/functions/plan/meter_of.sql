-- Returns the used amount of a meter (a monthly counter of a plan): the value of its row, or of its last
-- spending if that is greater. Returns no row if nothing was ever used.
create or replace function meter_of(p_organization uuid, p_meter text, p_period text) returns table (used bigint)
language sql stable
as $$
  select greatest(m.used, s.used)
    from meters m
    left join lateral (
      select l.used from meter_usage l
       where l.organization_id = m.organization_id and l.meter = m.meter and l.period = m.period
       order by l.used desc limit 1) s on true
   where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period
$$;
