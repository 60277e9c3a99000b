-- Stops a recipient before its last step, or holds it until p_until, if the version of its job has the exit
-- (such as a reply or an unsubscribe). Does so in the job and in the jobs that retry its failed recipients. A
-- recipient that is being sent a message at this moment is stopped once the outcome of the message is stored.
-- A hold of a recipient whose slice a runtime has waits for the outcome too, because a runtime stores outcomes of
-- steps such as conditions later, and would overwrite the hold.
-- A recipient that has failed stays failed, but no later retry takes it, even if its job has ended.
--
-- Locks the slice before its recipient (docs/contribute/locks.md, jobs): a message that is marked later finds the exit,
-- and a message that is marked already is being sent. Returns the outcome: 'stopped', 'held' or null.
create or replace function stop_recipient(
  p_organization uuid, p_job uuid, p_slice int, p_record bigint,
  p_exit text, p_code text, p_evidence jsonb, p_until timestamptz, p_now timestamptz, out outcome text
)
language plpgsql
--! include one_plan
as $$
declare
  ending jsonb := jsonb_build_object('code', p_code, 'evidence', p_evidence, 'until', p_until);
  parts uuid[] := array(select j.id from jobs j where j.id = p_job and j.organization_id = p_organization);
  part uuid;
  is_unfinished boolean;
  held slices;
begin
  while cardinality(parts) > 0 loop
    part := parts[1];
    parts := parts[2:];
    -- Locks the job, because the deletion of old recipients, which locks recipients before slices, skips a job
    -- that is locked in any way.
    select is_unfinished_job(j.status) into is_unfinished from jobs j where j.id = part for key share;
    select * into held from slices s where s.job_id = part and s.no = p_slice for no key update;
    -- Finds the retries once the slice is locked. A retry locks the slice too: it is found here, or it finds the
    -- stop.
    parts := array(
      select p from unnest(parts) p union select j.id from jobs j where j.retry_of = part order by 1);
    continue when held.no is null;
    perform from jobs j
       join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      where j.id = part and has_exit(p_version => v, p_exit => p_exit);
    continue when not found;
    if p_until is null then
      update recipients r set pending_stop = ending
       where r.job_id = part and r.slice = p_slice and r.record_id = p_record and can_be_retried(r.status, r.reason)
         and (r.pending_stop is null or r.pending_stop ->> 'until' is not null);
      if found and not exists (
        select from jobs again
          join recipients q on q.job_id = again.id and q.slice = p_slice and q.record_id = p_record
         where again.retry_of = part and q.reason is distinct from 'RECORD_RELEASED') then
        outcome := 'stopped';
      end if;
    end if;
    continue when not is_unfinished;
    if p_record = any(held.sending) or (p_until is not null and held.lease_holder is not null) then
      update recipients r set pending_stop = ending
       where r.job_id = part and r.slice = p_slice and r.record_id = p_record and is_unfinished_recipient(r.status)
         and (p_until is null or hold_delays(p_recipient => r, p_until => p_until, p_now => p_now))
         -- Keeps an earlier pending exit with another reason if this exit only holds the recipient until
         -- `p_until`. Otherwise a hold would replace a permanent stop.
         and (p_until is null or r.pending_stop is null or r.pending_stop ->> 'code' = p_code);
    elsif p_until is null then
      perform note_recipient_ends(
        p_job => part, p_slice => p_slice, p_records => array[p_record], p_step => null,
        p_status => 'stopped', p_reason => p_code, p_at => p_now);
      update recipients r
         set status = 'stopped', reason = p_code, error = null, evidence = p_evidence, pending_stop = null,
             updated_at = p_now
       where r.job_id = part and r.slice = p_slice and r.record_id = p_record and is_unfinished_recipient(r.status);
    else
      update recipients r
         set status = 'waiting', reason = p_code, error = null, evidence = p_evidence, due_at = p_until, updated_at = p_now
       where r.job_id = part and r.slice = p_slice and r.record_id = p_record and is_unfinished_recipient(r.status)
         and hold_delays(p_recipient => r, p_until => p_until, p_now => p_now);
    end if;
    continue when not found;
    -- A runtime that has the lease of the slice learns of the stop before it sends the next message, and
    -- updates the counts of the slice. Without a lease, the slice becomes due at once for a runtime to update
    -- it, unless the job is paused. A recipient in doubt is listed even without a lease, because the runtime
    -- that takes the slice next settles its message, and stops it by the list.
    update slices s
       set stopped_record_ids = case when s.lease_holder is null and p_record <> all(held.sending) then s.stopped_record_ids
                          else s.stopped_record_ids || p_record end,
           due_at = least(s.due_at, p_now)
     where s.job_id = part and s.no = p_slice;
    perform count_slice(p_job => part, p_slice => p_slice);
    outcome := case when p_until is null then 'stopped' else coalesce(outcome, 'held') end;
  end loop;
end $$;
