-- Updates the stored counts of a slice (a group of recipients) after some of its recipients were changed
-- while no runtime had the lease. Otherwise the counts would stay wrong until a runtime releases the slice,
-- which does not happen while its job is paused. The slice must be locked. Leaves the slice open even if no
-- recipient has steps left: the runtime that takes it next closes it.
create or replace function count_slice(p_job uuid, p_slice int) returns void
language plpgsql
--! include one_plan
as $$
begin
  update slices s
     set waiting = c.waiting, done = c.done, skipped = c.skipped, failed = c.failed, unconfirmed = c.unconfirmed,
         stopped_count = c.stopped, reasons = c.reasons, last_due = c.last_due,
         step_states = c.step_states, step_state_counts = c.step_state_counts
    from slice_counts(p_job => p_job, p_slice => p_slice) c
   where s.job_id = p_job and s.no = p_slice and s.lease_holder is null;
end $$;
