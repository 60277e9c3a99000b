-- Corrects each write of a meter's row (a monthly counter of a plan) to the amount that is really used. Uses
-- since the row's last write are only in the table spendings (meter_of). A write beyond the plan is dropped:
-- the statement then changes no row, as if the row had reached its limit.
create or replace function count_on_meter_usage() returns trigger
language plpgsql
--! include one_plan
as $$
declare
  last bigint;
  allowed bigint;
begin
  select s.used into last from meter_usage s
   where s.organization_id = old.organization_id and s.meter = old.meter and s.period = old.period
   order by s.used desc limit 1;
  if last is null or last <= old.used then
    return new;
  end if;
  if new.used > old.used then
    select case new.meter when 'records' then p.records when 'jobs' then p.jobs end into allowed
      from organizations o join plans p on p.id = o.plan_id where o.id = new.organization_id;
    if new.used + last - old.used > allowed then
      return null;
    end if;
  end if;
  new.used := new.used + last - old.used;
  return new;
end $$;

create or replace trigger count_on_meter_usage before update of used on meters
for each row execute function count_on_meter_usage();
