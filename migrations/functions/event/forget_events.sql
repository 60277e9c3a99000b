-- Deletes up to p_most batches of events whose numbers are older than p_before, and returns how many it deleted. Visits
-- each organization with events by its row in event_streams, so that a call costs little if nothing is old.
create or replace function forget_events(p_before timestamptz, p_most int, out forgotten int)
language plpgsql
--! include one_plan
as $$
declare
  oldest_kept bigint := (extract(epoch from p_before) * 1000000)::bigint;
  organization uuid;
  deleted int;
begin
  forgotten := 0;
  for organization in select s.organization_id from event_streams s loop
    delete from events e
     where e.organization_id = organization
       and e.number = any(array(
         select o.number from events o
          where o.organization_id = organization and o.number < oldest_kept order by o.number limit p_most - forgotten));
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
    exit when forgotten >= p_most;
  end loop;
end $$;
