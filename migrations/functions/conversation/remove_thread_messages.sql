-- Deletes mails of threads with their words and placements, and then the threads without mails, with their keys. Corrects
-- the counts and times of the other threads. Returns the number of deleted mails. The caller has called lock_threads.
create or replace function remove_thread_messages(p_organization uuid, p_messages uuid[]) returns int
language plpgsql
--! include one_plan
as $$
declare
  touched uuid[];
  doomed uuid[];
  removed int;
begin
  delete from thread_placements p where p.message_id = any(p_messages) and p.organization_id = p_organization;
  delete from thread_words w where w.message_id = any(p_messages) and w.organization_id = p_organization;
  with gone as (
    delete from thread_messages m where m.id = any(p_messages) and m.organization_id = p_organization returning m.thread_id)
  select array_agg(distinct g.thread_id), count(*) into touched, removed from gone g;
  update threads t
     set message_count = m.total,
         last_message_at = coalesce(m.last_message_at, t.last_message_at),
         last_reply_at = m.last_reply_at
    from (
      select x.id, count(m.id)::int as total, max(m.at) as last_message_at,
             max(m.at) filter (where m.kind = 'reply') as last_reply_at
        from threads x left join thread_messages m on m.thread_id = x.id
       where x.id = any(touched) and x.organization_id = p_organization group by x.id) m
   where t.id = m.id;
  doomed := array(
    select t.id from threads t
     where t.id = any(touched) and t.organization_id = p_organization and t.message_count = 0 order by t.id for update);
  delete from thread_keys k where k.thread_id = any(doomed);
  delete from thread_places p where p.thread_id = any(doomed);
  delete from threads t where t.id = any(doomed);
  return removed;
end $$;
