-- Spends p_amount of a meter (a monthly counter of a plan). Returns false, and spends nothing, if more than
-- p_allowed would then be used. The meter stays locked until the commit. The row that is locked is not
-- written: see meter_of.
--
-- Called by functions that include one_plan, whose settings apply here.
create or replace function spend_meter(
  p_organization uuid, p_meter text, p_period text, p_amount bigint, p_allowed bigint, out spent boolean
)
language plpgsql as $$
declare
  kept bigint;
begin
  select m.used into kept from meters m
   where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  if not found then
    insert into meters (organization_id, meter, period) values (p_organization, p_meter, p_period) on conflict do nothing;
    select m.used into kept from meters m
     where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  end if;
  -- Reads the last spending in a statement after the one that locked the meter, so that it sees what was
  -- committed while it waited for the lock.
  update spendings s set used = greatest(kept, s.used) + p_amount
   where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period
     and s.used = (
       select l.used from spendings l
        where l.organization_id = p_organization and l.meter = p_meter and l.period = p_period order by l.used desc limit 1)
     and (p_allowed is null or greatest(kept, s.used) + p_amount <= p_allowed);
  spent := found;
  if spent or exists (
    select from spendings s where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period
  ) then
    return;
  end if;
  spent := p_allowed is null or kept + p_amount <= p_allowed;
  if spent then
    insert into spendings (organization_id, meter, period, used)
    values (p_organization, p_meter, p_period, kept + p_amount);
  end if;
end $$;
