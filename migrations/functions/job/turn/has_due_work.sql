-- Returns whether an organization has due work that is under no lease. Reads the same indexes as
-- next_due_job, but a slice that a cancelled or paused job has left open also counts until the sweep finds
-- it.
--
-- Called by lease_turn_slice, whose planner settings apply here too.
create or replace function has_due_work(p_organization uuid, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
begin
  return exists (select from jobs q where q.organization_id = p_organization and q.status = 'queued')
      or exists (
        select from jobs u where u.organization_id = p_organization and u.status = 'running' and u.cut_seq < u.to_seq)
      or exists (
        select from slices d
         where d.organization_id = p_organization and d.status = 'open' and d.due_at <= p_now
           and (d.lease_until is null or d.lease_until <= leases_at));
end $$;
