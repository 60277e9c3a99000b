-- Returns recipients of a slice with what keeps a user from acting on each of them; null if nothing does. The slice must
-- be locked.
--
--   ERASED        the person was erased
--   RETRIED       another job retries the recipient
--   ENDED         the recipient has ended, and the act does not apply to this end
--   STOPPED       the person has replied, unsubscribed, complained or bounced
--   SENDING       the message of the recipient is being sent, or may have been sent when a runtime crashed
--   UNCONFIRMED   the message of the step may have been sent
--   RESTORED      the recipient failed before a restore, and may have been retried after it
--   WAITING       the recipient waits in a wait step, which `skip` ends
--   EXCLUDED      an excluded segment has the record, and the act would take the recipient past its first step
--   SENT          the step or a later one has sent a message to the recipient
--
--   p_excluded    the records of the slice that excluded segments have
create or replace function obstacles_to_action(
  p_job uuid, p_slice int, p_records bigint[], p_action text, p_step int, p_excluded bigint[] default '{}'
) returns table (id bigint, obstacle text)
language plpgsql stable
--! include one_plan
as $$
declare
  sending_ids bigint[] := (select s.sending from slices s where s.job_id = p_job and s.no = p_slice);
  earlier_jobs uuid[];
begin
  with recursive retried as (
    select j.id, j.retry_of from jobs j where j.id = p_job
    union all
    select f.id, f.retry_of from retried r join jobs f on f.id = r.retry_of)
  select array_agg(r.id) into earlier_jobs from retried r;
  return query
    select r.record_id, case
        when r.reason = 'PERSON_ERASED' or r.pending_stop ->> 'code' = 'PERSON_ERASED' then 'ERASED'
        when exists (
          select from jobs again
            join recipients q on q.job_id = again.id and q.slice = r.slice and q.record_id = r.record_id
           where again.retry_of = p_job and q.reason is distinct from 'RECORD_RELEASED') then 'RETRIED'
        when p_action = 'stop' then
          case when is_unfinished_recipient(r.status) or (r.status = 'failed' and r.pending_stop is null) then null else 'ENDED' end
        when r.record_id = any(sending_ids) then 'SENDING'
        when (r.status = 'stopped' and r.reason is distinct from 'STOPPED_BY_USER')
          or (r.pending_stop ->> 'until' is null and r.pending_stop ->> 'code' <> 'STOPPED_BY_USER') then 'STOPPED'
        when p_action <> 'move' and r.status = 'done' then 'ENDED'
        when p_action in ('retry', 'wait') and r.status = 'unconfirmed' then 'UNCONFIRMED'
        when p_action in ('retry', 'wait') and r.status = 'failed' and exists (
          select from restorations x
           where r.updated_at <= x.restored_moment and x.handled_at is not null and x.figures ->> 'nothingLost' = 'false') then 'RESTORED'
        when p_action = 'retry' and r.status = 'waiting' and r.reason = 'WAIT_STEP' then 'WAITING'
        when p_action in ('skip', 'move') and r.step = 0 and r.record_id = any(p_excluded) then 'EXCLUDED'
        when p_action = 'move' and exists (
          select from message_results d
           where d.job_id = any(earlier_jobs) and d.slice = r.slice and d.record_id = r.record_id and d.step >= p_step
             and d.status in ('sent', 'unconfirmed')) then 'SENT'
      end
      from recipients r
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(p_records)
     order by r.record_id;
end $$;
