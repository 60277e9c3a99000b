-- Ends the lease of a slice. Returns the seconds until the slice is due again; null for never. Releasing the
-- last slice of a job completes the job. In a cancelled job, the records that were sent nothing are returned
-- to the spinner for its next job; if the cancel is not committed yet, the sweep returns them.
create or replace function release_slice(p_job uuid, p_slice int, p_holder uuid, p_now timestamptz, out seconds float8)
language plpgsql
--! include one_plan
as $$
declare
  next_due timestamptz;
  was_held boolean;
  is_cancelled boolean;
  stopped_ids bigint[];
  reviewed text[];
begin
  -- Turns off the wait for the disk at the commit: if a crash undoes the release, the lease ends at its time
  -- limit. Set in the body, because a setting of the function itself ends with the function, before the commit.
  perform set_config('synchronous_commit', 'off', true);
  -- Locks the slice before its recipients are counted; otherwise an exit (such as a reply) that comes in
  -- between would be neither applied nor counted.
  select s.stopped_record_ids, s.review_codes into stopped_ids, reviewed
    from slices s where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder for no key update;
  if cardinality(stopped_ids) > 0 then
    perform apply_exits(p_job => p_job, p_slice => p_slice, p_records => stopped_ids, p_now => p_now);
  end if;
  if reviewed is not null then
    -- Checks recipients again whose wait was decided before a contact policy, a time zone or a sender was changed, and
    -- stored after. The list has the reasons of the waits, or the ids of the senders.
    update recipients r set due_at = p_now, pace_day = case when r.reason = 'SPINNER_PACE' then null else r.pace_day end
     where r.job_id = p_job and r.slice = p_slice and r.status = 'waiting' and r.due_at > p_now
       and (r.reason = any(reviewed) or waits_for_sender(p_recipient => r, p_senders => reviewed));
  end if;
  update slices s
     set lease_holder = null, lease_until = null, stopped_record_ids = '{}', changed_record_ids = '{}', review_codes = null,
         status = case when c.next_due is null then 'closed' else 'open' end,
         due_at = coalesce(c.next_due, s.due_at),
         waiting = c.waiting, done = c.done, skipped = c.skipped, failed = c.failed, unconfirmed = c.unconfirmed,
         stopped_count = c.stopped, reasons = c.reasons, last_due = c.last_due,
         step_states = c.step_states, step_state_counts = c.step_state_counts
    from slice_counts(p_job => p_job, p_slice => p_slice) c
   where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder
  returning case when c.next_due is null then null else s.due_at end,
            case when c.next_due is not null then (select j.status = 'cancelled' from jobs j where j.id = p_job) end
       into next_due, is_cancelled;
  was_held := found;
  if was_held and next_due is null then
    perform complete_job(p_job => p_job, p_now => p_now);
  elsif is_cancelled then
    perform give_back_slice(p_job => p_job, p_slice => p_slice, p_now => p_now);
    next_due := null;
  end if;
  -- Stays null for a slice that is never due again. Without the condition it would be 0, because greatest()
  -- ignores nulls.
  seconds := case when next_due is not null then greatest(0, extract(epoch from next_due - p_now)) end;
end $$;
