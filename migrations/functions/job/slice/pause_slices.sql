-- Gives the open slices of a paused job the state 'paused', unless a runtime has the lease, so that they are
-- not due. A slice whose lease has run out is paused too; its former runtime then finds the lease lost. The
-- outcomes that it stored are counted now.
--
-- The job must be locked. Slices whose row is locked are skipped and left to the sweep, because the runtime
-- that works on such a slice may be waiting for the pause.
create or replace function pause_slices(p_job uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
  lost int;
begin
  for lost in
    with found as (
      select d.no, d.lease_holder is not null as was_lost from slices d
       where d.job_id = p_job and d.status = 'open' and (d.lease_until is null or d.lease_until <= leases_at)
       order by d.no for no key update skip locked
    ), aside as (
      update slices s set status = 'paused', lease_holder = null
        from found f where s.job_id = p_job and s.no = f.no
      returning s.no, f.was_lost
    )
    select a.no from aside a where a.was_lost
  loop
    perform count_slice(p_job => p_job, p_slice => lost);
  end loop;
end $$;
