-- Closes a slice of a cancelled job, and returns its records that were sent nothing to the spinner, so that
-- the next job over new records takes them. A record counts as sent nothing if no message to it was sent or
-- may have been sent. Records of a retry are not returned, but may be retried once more. The slice must be locked, and
-- no runtime may have its lease.
create or replace function give_back_slice(p_job uuid, p_slice int, p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  of_job record;
  ids bigint[];
begin
  select j.spinner_id, j.retry_of, j.has_explicit_audience, j.retry_of is not null or takes_new_records(p_audience => v.audience) as releases_records,
         v.steps_before_messages, v.steps_without_messages, v.is_plain
    into of_job
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job;

  -- Returns nothing if the spinner was deleted: the query finds no row then, and releases_records is null.
  if of_job.releases_records then
    -- Locks the spinner, so that no trigger request names these records before they are returned.
    perform from stored_spinners s where s.id = of_job.spinner_id for no key update;
    select array_agg(r.record_id order by r.record_id) into ids
      from recipients r join slices s on s.job_id = p_job and s.no = p_slice
     where r.job_id = p_job and r.slice = p_slice and is_unfinished_recipient(r.status)
       -- Includes recipients whose guard may have been asked: a guard is marked as being sent, but sends them nothing.
       and (r.record_id <> all(s.sending) or r.step = any(of_job.steps_without_messages))
       and case
         -- In a job that retries failed recipients, a recipient was sent nothing if it is still at the step at
         -- which it had failed.
         when of_job.retry_of is not null then r.step <= (
           select f.step from recipients f
            where f.job_id = of_job.retry_of and f.slice = p_slice and f.record_id = r.record_id)
         when r.step = any(of_job.steps_before_messages) then true
         -- If messages are sent only in some branches before the step, looks in the deliveries whether this
         -- recipient got one. A plain version has no branches.
         else not of_job.is_plain and not exists (
           select from message_results d
            where d.job_id = p_job and d.slice = p_slice and d.record_id = r.record_id and d.status = 'sent') end;
    if of_job.has_explicit_audience and ids is not null then
      ids := release_explicit_records(p_spinner => of_job.spinner_id, p_job => p_job, p_records => ids);
    end if;
    update recipients r
       set status = 'pending', error = null, reason = 'RECORD_RELEASED', evidence = null, updated_at = p_now
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(ids);
    if cardinality(ids) > 0 and of_job.retry_of is null then
      insert into audience_parts (job_id, slice, spinner_id, record_ids, records)
      values (p_job, p_slice, of_job.spinner_id, ids, cardinality(ids));
      if not of_job.has_explicit_audience then
        perform exclude_explicit_from_released(p_spinner => of_job.spinner_id, p_job => p_job, p_slice => p_slice);
      end if;
    end if;
  end if;
  update slices s
     set status = 'closed', released_records = coalesce(cardinality(ids), 0), (step_states, step_state_counts) = (
           select p.step_states, p.step_state_counts from slice_step_states(p_job => p_job, p_slice => p_slice) p),
         waiting = (select count(*) from recipients r where r.job_id = p_job and r.slice = p_slice and r.status = 'waiting')
   where s.job_id = p_job and s.no = p_slice;
end $$;
