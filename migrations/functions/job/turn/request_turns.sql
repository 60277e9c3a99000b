-- Adds an entry to the queue for each organization that needs a turn (a share of a worker), at the end. The
-- entry has a key, so that an organization has at most one entry; an existing entry keeps its place.
--
-- Test organizations have entries of another task, behind the others, because each has its own clock.
create or replace function request_turns(p_organizations uuid[]) returns void
language plpgsql as $$
declare
  -- The organizations that still need an entry, in the order of their ids.
  missing uuid[] := array(select distinct o.id from unnest(p_organizations) as o(id) order by o.id);
  added uuid[];
begin
  if cardinality(missing) > 1 then
    -- Locks the keys in the order of the ids; otherwise two calls with the same organizations can deadlock. The order of
    -- the list is not enough: the plan of a join in add_jobs decides in which order it locks entries, and two
    -- connections may have different plans. A call with one organization locks one entry.
    perform pg_advisory_xact_lock(hashtextextended('turn:' || o.id, 3)) from unnest(missing) as o(id);
  end if;
  while cardinality(missing) > 0 loop
    -- The queue tries a failed entry only 3 times, or 10 times for a test clock. An entry is only a hint, and
    -- the sweep adds it again.
    added := array(
      select (a.payload ->> 'organizationId')::uuid
        from graphile_worker.add_jobs(specs => array(
               select case when c.organization_id is null
                           then row('take-turn', json_build_object('organizationId', o.id), null, null,
                                    3::smallint, 'turn:' || o.id, 0::smallint, null)::graphile_worker.job_spec
                           else row('run-test-clock', json_build_object('organizationId', o.id), null, null,
                                    3::smallint, 'test-clock:' || o.id, 10::smallint, null)::graphile_worker.job_spec end
                 from unnest(missing) as o(id)
                 left join test_clocks c on c.organization_id = o.id), job_key_preserve_run_at => true) a);
    exit when cardinality(added) = cardinality(missing);
    -- Adds entries again for organizations whose entry a runtime was just taking, which add_jobs does not
    -- return. The runtime that takes an entry may have looked for work before this transaction commits.
    missing := array(select o.id from unnest(missing) as o(id) where o.id <> all(added) order by o.id);
  end loop;
end $$;
