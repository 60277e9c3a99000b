-- Spends of a meter, which stays locked until the commit; not where more than p_allowed would be used. The row that is
-- locked is not written: see meter_of.
--
-- For functions that include one_plan, whose settings hold here.
create or replace function spend_meter(
  p_organization uuid, p_meter text, p_period text, p_amount bigint, p_allowed bigint, out spent boolean
)
language plpgsql as $$
declare
  kept bigint;
  last bigint;
  total bigint;
begin
  select m.used into kept from meters m
   where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  if not found then
    insert into meters (organization_id, meter, period) values (p_organization, p_meter, p_period) on conflict do nothing;
    select m.used into kept from meters m
     where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period for no key update;
  end if;
  -- A statement of its own: it sees what was committed while the one before waited.
  select s.used into last from spendings s
   where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period order by s.used desc limit 1;
  total := greatest(kept, last) + p_amount;
  spent := p_allowed is null or total <= p_allowed;
  if not spent then
    return;
  end if;
  if last is null then
    insert into spendings (organization_id, meter, period, used) values (p_organization, p_meter, p_period, total);
  else
    update spendings s set used = total
     where s.organization_id = p_organization and s.meter = p_meter and s.period = p_period and s.used = last;
  end if;
end $$;
