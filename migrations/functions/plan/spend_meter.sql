-- Spends p_amount of a meter (a monthly counter of a plan). Returns false, and spends nothing, if more than
-- p_allowed would then be used. The meter stays locked until the commit. The row that is locked is not
-- written: see meter_of.
--
-- Called by functions that include one_plan, whose settings apply here.
create or replace function spend_meter(
  p_organization uuid, p_meter text, p_period text, p_amount bigint, p_allowed bigint, p_now timestamptz, out spent boolean
)
language plpgsql as $$
declare
  former_used bigint;
  former_reached smallint;
  total bigint;
begin
  select m.used, m.reached into former_used, former_reached from meters m
   where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  if not found then
    insert into meters (organization_id, meter, period) values (p_organization, p_meter, p_period) on conflict do nothing;
    select m.used, m.reached into former_used, former_reached from meters m
     where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  end if;
  -- Reads the last spending in a statement after the one that locked the meter, so that it sees what was
  -- committed while it waited for the lock.
  update meter_usage s set used = greatest(former_used, s.used) + p_amount
   where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period
     and s.used = (
       select l.used from meter_usage l
        where l.organization_id = p_organization and l.meter = p_meter and l.period = p_period order by l.used desc limit 1)
     and (p_allowed is null or greatest(former_used, s.used) + p_amount <= p_allowed)
  returning s.used into total;
  spent := found;
  if not spent then
    if exists (
      select from meter_usage s where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period
    ) then
      return;
    end if;
    total := former_used + p_amount;
    spent := p_allowed is null or total <= p_allowed;
    if not spent then
      return;
    end if;
    insert into meter_usage (organization_id, meter, period, used)
    values (p_organization, p_meter, p_period, total);
  end if;
  if former_reached < 100 and total * 100 >= p_allowed * (case former_reached when 0 then 80 else 100 end) then
    perform note_meter_reached(
      p_organization => p_organization, p_meter => p_meter, p_period => p_period, p_used => total,
      p_allowed => p_allowed, p_now => p_now);
  end if;
end $$;
