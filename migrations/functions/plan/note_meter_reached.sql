-- Notes that an organization has used 80 % or 100 % of a meter (a monthly counter of a plan), and writes the event
-- meter.reached for each of the two that is new in this month. Does nothing if neither is new. A change of the plan may
-- cross them, too.
--
-- The caller has locked the meter's row, so two transactions never write the same event.
create or replace function note_meter_reached(
  p_organization uuid, p_meter text, p_period text, p_used bigint, p_allowed bigint, p_now timestamptz
) returns void
language plpgsql
--! include one_plan
as $$
declare
  before smallint;
  threshold smallint;
begin
  select m.reached into before
    from meters m where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period;
  foreach threshold in array array[80, 100]::smallint[] loop
    continue when before >= threshold or p_used = 0 or p_used * 100 < p_allowed * threshold;
    update meters m set reached = threshold
     where m.organization_id = p_organization and m.meter = p_meter and m.period = p_period;
    perform note_events(
      p_organization => p_organization, p_type => 'meter.reached', p_project => null, p_spinner => null,
      p_object_type => 'meter', p_objects => array[p_meter],
      p_data => jsonb_build_object('month', p_period, 'percent', threshold, 'used', p_used, 'limit', p_allowed),
      p_each => null, p_addresses => null, p_at => p_now);
  end loop;
end $$;
