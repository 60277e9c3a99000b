-- Stores a mail in a thread, and updates the state of the thread: a person's mail opens it again. Returns false for an
-- automatic answer that is only counted, because the thread got three within a day: two machines answer each other.
create or replace function store_thread_message(
  p_thread uuid, p_message thread_messages, p_organization uuid, p_digest bytea, p_head bytea, p_ciphertext bytea,
  p_words bigint[], p_labels uuid[]
) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  is_reply boolean := p_message.kind = 'reply';
begin
  if p_message.kind = 'autoReply' and (
    select count(*) from thread_messages m
     where m.thread_id = p_thread and m.kind = 'autoReply' and m.at > p_message.at - interval '1 day') >= 3
  then
    update threads t set omitted_count = t.omitted_count + 1 where t.id = p_thread;
    return false;
  end if;
  insert into thread_messages (
    id, organization_id, thread_id, digest, kind, sender_id, at, address, job_id, record_id, step, head,
    ciphertext)
  values (
    p_message.id, p_organization, p_thread, p_digest, p_message.kind, p_message.sender_id, p_message.at, p_message.address,
    p_message.job_id, p_message.record_id, p_message.step, p_head,
    p_ciphertext);
  insert into thread_words (message_id, organization_id, thread_id, words)
  values (p_message.id, p_organization, p_thread, p_words);
  update threads t
     set message_count = t.message_count + 1,
         last_message_at = greatest(t.last_message_at, p_message.at),
         last_reply_at = case when is_reply then greatest(t.last_reply_at, p_message.at) else t.last_reply_at end,
         status = case when is_reply then 'open' else t.status end,
         snoozed_until = case when is_reply then null else t.snoozed_until end,
         is_unread = t.is_unread or p_message.kind in ('reply', 'autoReply'),
         labels = array(select distinct l.id from unnest(t.labels || p_labels) l(id))
   where t.id = p_thread;
  return true;
end $$;
