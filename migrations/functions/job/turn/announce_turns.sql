-- Tells the runtimes of organizations that have started jobs, when the transaction commits. An idle runtime takes the
-- turn (its time for an organization) at once, a busy one adds it to the queue (workers/announced-turns.ts). If no
-- runtime listens, the sweep of the next one adds it. An entry of the queue instead cost a trigger 0.35 ms, and the
-- first message another 0.65 ms, because the runtime fetched the entry while it processed the job.
--
-- Adds turns of test organizations to the queue, because each has its own clock.
create or replace function announce_turns(p_organizations uuid[]) returns void
language plpgsql as $$
declare
  of_tests uuid[] := array(select c.organization_id from test_clocks c where c.organization_id = any(p_organizations));
begin
  perform pg_notify('spindle:turn', o.id::text) from unnest(p_organizations) as o(id) where o.id <> all(of_tests);
  if cardinality(of_tests) > 0 then
    perform request_turns(p_organizations => of_tests);
  end if;
end $$;
