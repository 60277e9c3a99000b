-- Applies exits (such as a reply or an unsubscribe) to recipients whose message was being sent when the exit
-- came: stops them, or holds them until a time. A recipient whose message has failed keeps its stop, so that no
-- retry takes it.
create or replace function apply_exits(p_job uuid, p_slice int, p_records bigint[], p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  stopping record;
begin
  for stopping in
    select k.pending_stop ->> 'code' as code, array_agg(k.record_id) as ids
      from recipients k
     where k.job_id = p_job and k.slice = p_slice and k.record_id = any(p_records)
       and k.pending_stop is not null and k.pending_stop ->> 'until' is null and is_unfinished_recipient(k.status)
     group by 1
  loop
    perform note_recipient_ends(
      p_job => p_job, p_slice => p_slice, p_records => stopping.ids, p_step => null,
      p_status => 'stopped', p_reason => stopping.code, p_at => p_now);
  end loop;
  update recipients r
     set status = case when l.until is null then 'stopped' else 'waiting' end, reason = r.pending_stop ->> 'code', error = null,
         evidence = r.pending_stop -> 'evidence', due_at = coalesce(l.until, r.due_at), updated_at = p_now
    from unnest(p_records) p(id)
    cross join lateral (
      select (k.pending_stop ->> 'until')::timestamptz as until from recipients k
       where k.job_id = p_job and k.slice = p_slice and k.record_id = p.id and k.pending_stop is not null offset 0) l
   where r.job_id = p_job and r.slice = p_slice and r.record_id = p.id and is_unfinished_recipient(r.status)
     and (l.until is null or hold_delays(p_recipient => r, p_until => l.until, p_now => p_now));
  update recipients r set pending_stop = null
   where r.job_id = p_job and r.slice = p_slice and r.record_id = any(p_records) and r.pending_stop is not null
     and (r.pending_stop ->> 'until' is not null or not can_be_retried(r.status, r.reason));
end $$;
