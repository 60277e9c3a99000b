-- Counts the recipients of a slice that no runtime holds, after some of them were changed. Otherwise the next
-- release counts them, and a slice of a paused job has no release before the job is resumed. The slice must
-- be locked. Leaves the slice open even if nobody is left to write to: the runtime that takes it next closes
-- it.
create or replace function count_slice(p_job uuid, p_slice int) returns void
language plpgsql
--! include one_plan
as $$
begin
  update slices s
     set waiting = c.waiting, done = c.done, skipped = c.skipped, failed = c.failed, unconfirmed = c.unconfirmed,
         stopped_count = c.stopped, reasons = c.reasons, last_due = c.last_due,
         places = c.places, place_counts = c.place_counts
    from slice_counts(p_job => p_job, p_slice => p_slice) c
   where s.job_id = p_job and s.no = p_slice and s.lease_holder is null;
end $$;
