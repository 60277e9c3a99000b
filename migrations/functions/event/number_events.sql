-- Gives numbers to up to p_most batches of new events of an organization, in the order in which they were written, and
-- moves them to `events`. Returns the number of moved batches.
--
-- The events were committed before, so a reader of `events` never sees one whose cause was rolled back. The lock of the
-- organization's row in event_streams is held until the commit, so an event that is committed later gets a larger
-- number. p_now is the real time, also for test organizations. Numbers then do not go back after an older backup was
-- restored.
create or replace function number_events(p_organization uuid, p_most int, p_now timestamptz, out numbered int)
language plpgsql
--! include one_plan
as $$
declare
  next_number bigint;
  given bigint;
  types text[];
begin
  -- Waits for the disk at the commit, also on a server that normally does not. Events of a commit that did not wait for
  -- the disk are then on disk, too, before a reader gets them.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  insert into event_streams (organization_id) values (p_organization) on conflict do nothing;
  select greatest(s.last_number + 1, (extract(epoch from p_now) * 1000000)::bigint) into next_number
    from event_streams s where s.organization_id = p_organization for no key update;
  -- Reads the new events in a statement after the one that locked the row, so that it sees what was committed while it
  -- waited for the lock.
  with moved as (
    delete from new_events n
     where n.organization_id = p_organization
       and n.id = any(array(
         select f.id from new_events f where f.organization_id = p_organization order by f.id limit p_most))
    returning n.*
  ), placed as (
    insert into events (
      organization_id, number, count, project_id, spinner_id, type, object_type, objects, data, each, addresses,
      created_at)
    select m.organization_id,
           -- Counts row by row, because rows that a move brought from another cell can have the id of another row.
           next_number - cardinality(m.objects) + sum(cardinality(m.objects)) over (
             order by m.id, m.created_at rows between unbounded preceding and current row),
           cardinality(m.objects), m.project_id, m.spinner_id, m.type, m.object_type, m.objects, m.data, m.each,
           m.addresses, m.created_at
      from moved m
    returning count, type
  )
  select count(*), coalesce(sum(p.count), 0), array_agg(distinct p.type) into numbered, given, types from placed p;
  if numbered > 0 then
    update event_streams set last_number = next_number + given - 1 where organization_id = p_organization;
    perform wake_destinations(p_organization => p_organization, p_types => types, p_now => p_now);
  end if;
end $$;
