-- Closes up to p_most open slices of a cancelled job whose lease no runtime has, and returns their records
-- that were sent nothing to the spinner (give_back_slice). A slice under a lease follows when its runtime
-- releases it; the sweep handles slices of runtimes that have died.
--
-- The job must be locked. Slices whose row is locked are skipped, because the runtime that works on such a
-- slice may be waiting for the cancel.
create or replace function give_back_slices(p_job uuid, p_most int, p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
  holder uuid := gen_random_uuid();
  part int;
begin
  for part in
    select s.no from slices s
     where s.job_id = p_job and is_unfinished_slice(s.status) and (s.lease_until is null or s.lease_until <= leases_at)
     order by s.no limit p_most for no key update skip locked
  loop
    -- Takes the slice's lease as a runtime does, so that release_slice counts and closes the slice like any other.
    update slices s set lease_holder = holder where s.job_id = p_job and s.no = part;
    perform release_slice(p_job => p_job, p_slice => part, p_holder => holder, p_now => p_now);
  end loop;
  update jobs j set releases_records = false
   where j.id = p_job and not exists (select from slices s where s.job_id = p_job and is_unfinished_slice(s.status));
end $$;
