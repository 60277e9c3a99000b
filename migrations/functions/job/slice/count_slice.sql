-- Counts a slice anew that no runtime holds, after its recipients were changed; the next release counts it otherwise,
-- and a slice of a paused job has none before the job is resumed. The slice must be locked. It is left open also where
-- nobody is left to write to: the runtime that takes it next closes it.
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
