-- Takes the open slices of a paused job that no runtime holds out of what is due. A slice whose lease has run out is
-- set aside too, and the runtime that had it finds that it was lost; what was settled under that lease is not counted
-- yet, so the kept counts by step are dropped and readers look at its recipients.
--
-- The job must be locked. Slices whose row is locked are passed over, and left to the sweep: a runtime that is at work
-- on one may be waiting for the pause.
create or replace function set_slices_aside(p_job uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  -- Leases end by the database's clock.
  leases_at timestamptz := clock_timestamp();
begin
  update slices s set state = 'paused', lease_holder = null,
         places = case when s.lease_holder is null then s.places end,
         place_counts = case when s.lease_holder is null then s.place_counts end
    from (
      select d.no from slices d
       where d.job_id = p_job and d.state = 'open' and (d.lease_until is null or d.lease_until <= leases_at)
       order by d.no for no key update skip locked) o
   where s.job_id = p_job and s.no = o.no;
end $$;
