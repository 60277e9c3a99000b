-- Merges threads of an organization into the oldest, and returns its id: labels are united, and
-- the thread is unread or open if one of them is. The snooze and the assignee are those of the thread with the latest
-- mail. The caller has called
-- lock_threads.
create or replace function merge_threads(p_organization uuid, p_threads uuid[]) returns uuid
language plpgsql
--! include one_plan
as $$
declare
  oldest uuid;
  latest threads;
begin
  perform 1 from threads t
    where t.id = any(p_threads) and t.organization_id = p_organization order by t.id for no key update;
  select t.id into oldest from threads t
   where t.id = any(p_threads) and t.organization_id = p_organization order by t.created_at, t.id limit 1;
  select * into latest from threads t
   where t.id = any(p_threads) and t.organization_id = p_organization order by t.last_message_at desc, t.id limit 1;
  update threads t
     set spinner_id = coalesce(t.spinner_id, m.spinner_id), status = m.status, snoozed_until = m.snoozed_until,
         is_unread = m.is_unread, assignee_id = m.assignee_id, labels = m.labels, message_count = m.message_count,
         omitted_count = m.omitted_count, last_message_at = m.last_message_at, last_reply_at = m.last_reply_at,
         last_answer_at = m.last_answer_at
    from (
      select case when bool_or(x.status = 'open') then 'open' else 'done' end as status,
             (array_agg(x.spinner_id) filter (where x.spinner_id is not null))[1] as spinner_id,
             latest.snoozed_until as snoozed_until, bool_or(x.is_unread) as is_unread,
             coalesce(latest.assignee_id, (array_agg(x.assignee_id) filter (where x.assignee_id is not null))[1]) as assignee_id,
             array(select distinct l from threads y cross join unnest(y.labels) l where y.id = any(p_threads)) as labels,
             sum(x.message_count)::int as message_count, sum(x.omitted_count)::int as omitted_count,
             max(x.last_message_at) as last_message_at, max(x.last_reply_at) as last_reply_at,
             max(x.last_answer_at) as last_answer_at
        from threads x where x.id = any(p_threads)) m
   where t.id = oldest;
  update thread_messages m set thread_id = oldest where m.thread_id = any(p_threads) and m.thread_id <> oldest;
  update thread_words w set thread_id = oldest where w.thread_id = any(p_threads) and w.thread_id <> oldest;
  update thread_keys k set thread_id = oldest where k.thread_id = any(p_threads) and k.thread_id <> oldest;
  insert into thread_places (organization_id, thread_id, job_id, record_id)
  select p.organization_id, oldest, p.job_id, p.record_id from thread_places p
   where p.thread_id = any(p_threads) and p.thread_id <> oldest on conflict do nothing;
  delete from thread_places p where p.thread_id = any(p_threads) and p.thread_id <> oldest;
  delete from threads t where t.id = any(p_threads) and t.id <> oldest and t.organization_id = p_organization;
  return oldest;
end $$;
