-- Stores a mail in the thread that one of p_keys belongs to, and returns the id of the thread. A mail whose keys belong
-- to several threads merges them into the oldest. If none has a thread, the thread p_thread begins. A mail that is
-- stored already only gets another place in a mailbox (`is_new` is false). If p_repeats, the mail was processed before,
-- and is not stored again, because its thread may have been deleted since. Nothing is stored about an erased record.
-- `added_labels` are the labels that the thread did not have. The fields of p_thread and p_message are columns of their
-- tables.
create or replace function add_thread_message(
  p_thread jsonb, p_message jsonb, p_provider_id text, p_digest bytea, p_head bytea, p_ciphertext bytea,
  p_keys bytea[], p_words bigint[], p_labels uuid[], p_repeats boolean, out thread_id uuid, out is_new boolean,
  out added_labels uuid[]
)
language plpgsql
--! include one_plan
as $$
declare
  thread threads := jsonb_populate_record(null::threads, p_thread);
  mail thread_messages := jsonb_populate_record(null::thread_messages, p_message);
  organization uuid := thread.organization_id;
  stored_id uuid;
  present uuid[];
begin
  is_new := false;
  added_labels := '{}';
  perform lock_threads(p_organization => organization);
  select m.id into stored_id
    from thread_messages m where m.organization_id = organization and m.digest = p_digest;
  if stored_id is null and (p_repeats or exists (
       select from jobs j
         join erased_records e on e.organization_id = organization and e.data_table_id = j.data_table_id and e.record_id = mail.record_id
        where j.id = mail.job_id))
  then
    return;
  end if;
  present := array(
    select k.thread_id from thread_keys k where k.organization_id = organization and k.key = any(p_keys)
    union
    select m.thread_id from thread_messages m where m.id = stored_id);
  thread_id := case
    when cardinality(present) > 1 then merge_threads(p_organization => organization, p_threads => present)
    else present[1] end;
  if thread_id is null then
    thread_id := thread.id;
    -- A thread that begins with a bounce needs no member, so it is done.
    insert into threads (
      id, organization_id, spinner_id, address, sender_id, status, is_unread, last_message_at, created_at)
    values (
      thread.id, organization, thread.spinner_id, thread.address, thread.sender_id,
      case when mail.kind = 'bounce' then 'done' else 'open' end, false, mail.at, mail.at);
  end if;
  insert into thread_places (organization_id, thread_id, job_id, record_id)
  select organization, add_thread_message.thread_id, mail.job_id, mail.record_id
   where mail.job_id is not null on conflict do nothing;
  if stored_id is null then
    select array(select l.id from unnest(p_labels) l(id) where l.id <> all(t.labels)) into added_labels
      from threads t where t.id = add_thread_message.thread_id;
    is_new := store_thread_message(
      p_thread => thread_id, p_message => mail, p_organization => organization, p_digest => p_digest, p_head => p_head,
      p_ciphertext => p_ciphertext, p_words => p_words, p_labels => p_labels);
    stored_id := case when is_new then mail.id end;
  end if;
  insert into thread_keys (organization_id, key, thread_id)
  select organization, k.key, add_thread_message.thread_id from unnest(p_keys) k(key) on conflict do nothing;
  insert into thread_placements (organization_id, message_id, sender_id, provider_id)
  select organization, stored_id, mail.sender_id, p_provider_id
   where stored_id is not null and mail.sender_id is not null and p_provider_id is not null on conflict do nothing;
end $$;
