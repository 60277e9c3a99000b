-- Starts a job in which a recipient runs again from p_step, although this step or a later one has sent it messages: a
-- user asked for that. It is a job like those that retry failed recipients, so the messages have ids of their own, and
-- a reply to any of them stops the recipient. The contact policy counts the earlier messages as well as the new ones
-- (`sent_emails.earlier_at`). The recipient ends in the former job.
--
-- The spinner of the job and the slice must be locked, and the recipient may not be marked as being sent to.
create or replace function repeat_recipient(
  p_job uuid, p_slice int, p_record bigint, p_step int, p_new_job uuid, p_source text, p_user uuid, p_key uuid,
  p_evidence jsonb, p_now timestamptz
) returns void
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  recipient recipients;
  spinner stored_spinners;
  root uuid;
  earlier_jobs uuid[];
  addresses text[];
begin
  select * into job from jobs j where j.id = p_job;
  select * into spinner from stored_spinners s where s.id = job.spinner_id;
  select * into recipient from recipients r where r.job_id = p_job and r.slice = p_slice and r.record_id = p_record;
  root := root_of_job(p_job => job);
  with recursive retried as (
    select j.id, j.retry_of from jobs j where j.id = p_job
    union all
    select f.id, f.retry_of from retried r join jobs f on f.id = r.retry_of)
  select array_agg(r.id) into earlier_jobs from retried r;
  addresses := array(
    select m.address from message_log m where m.job_id = any(earlier_jobs) and m.record_id = p_record and m.step >= p_step
    union
    select lower(m.recipient) from captured_messages m
     where m.job_id = any(earlier_jobs) and m.record_id = p_record and m.step >= p_step);
  insert into recipients (job_id, slice, record_id, step, due_at, updated_at, sender_id)
  values (p_new_job, p_slice, p_record, p_step, p_now, p_now, recipient.sender_id);
  -- Notes where the recipient stood if its failure is counted there; otherwise a step that no recipient can be at.
  insert into slices (job_id, no, organization_id, due_at, entry_steps)
  values (p_new_job, p_slice, job.organization_id, p_now, jsonb_build_array(jsonb_build_object(
    'step', p_step, 'count', 1, 'from', case when recipient.status in ('failed', 'unconfirmed') then recipient.step else -1 end)));
  insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                    from_seq, from_records, to_seq, to_records, cut_seq, created_at, retry_of, root_job_id, data, exclude,
                    status, paused_at, paused_by, paused_actor_id, started_by_user, started_by_key)
  values (p_new_job, job.organization_id, job.spinner_id, job.spinner_version, job.data_table_id, p_source,
          0, 0, 0, 1, 0, p_now, p_job, root, job.data, job.exclude,
          case when spinner.paused_at is null then 'queued' else 'paused' end, spinner.paused_at,
          case when spinner.paused_at is not null then 'spinner' end, spinner.paused_actor_id, p_user, p_key);
  update sent_emails c set earlier_at = c.earlier_at || c.at
   where c.organization_id = job.organization_id and c.address = any(addresses) and c.root_job_id = root
     and c.record_id = p_record and c.step >= p_step;
  if is_unfinished_recipient(recipient.status) then
    perform note_recipient_ends(
      p_job => p_job, p_slice => p_slice, p_records => array[p_record], p_step => null,
      p_status => 'stopped', p_reason => 'STOPPED_BY_USER', p_at => p_now);
    update recipients r
       set status = 'stopped', reason = 'STOPPED_BY_USER', error = null, evidence = p_evidence || jsonb_build_object('jobId', p_new_job),
           pending_stop = null, updated_at = p_now
     where r.job_id = p_job and r.slice = p_slice and r.record_id = p_record;
    update slices s
       set due_at = least(s.due_at, p_now),
           changed_record_ids = case when s.lease_holder is null then s.changed_record_ids else s.changed_record_ids || p_record end
     where s.job_id = p_job and s.no = p_slice;
    perform count_slice(p_job => p_job, p_slice => p_slice);
  end if;
end $$;
