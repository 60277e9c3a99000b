-- Stores sent, failed and unconfirmed messages in the log of messages; each list has one item per message. A
-- repeated call stores a message once, and a later attempt replaces the earlier one. The encrypted bytes are no
-- lists of p_logged, because JSON would have to encode them as text.
create or replace function log_messages(
  p_organization uuid, p_job uuid, p_slice int, p_logged jsonb, p_ciphertexts bytea[], p_bodies bytea[],
  p_now timestamptz
) returns void
language sql
as $$
  -- Lets a reply that is stored at the same moment see these messages, or lets this statement see the reply.
  select pg_advisory_xact_lock_shared(key_of_message_log(p_job, p_slice));

  insert into message_log as m (
    id, organization_id, job_id, slice, record_id, step, sender_id, address, status, message_id, provider_id,
    provider_thread, server_response, created_at, ciphertext, body, awaits_message_id)
  select l.id, p_organization, p_job, p_slice, l.record_id, l.step, l.sender_id, l.address,
         coalesce(e.logged_status, l.status), l.message_id,
         l.provider_id, l.provider_thread, coalesce(e.logged_response, l.server_response), p_now, l.ciphertext, l.body,
         -- Notes that a message sent by the API of Google or Microsoft awaits its Message-ID, because the
         -- provider may have replaced the Message-ID of the service.
         l.status = 'sent' and l.message_id is not null and exists (
           select from senders s where s.id = l.sender_id and s.kind in ('google', 'microsoft'))
    from jsonb_to_record(p_logged) as j(
           ids uuid[], records bigint[], steps int[], senders uuid[], addresses text[], states text[], message_ids text[],
           provider_ids text[], threads text[], server_responses text[]),
         unnest(j.ids, j.records, j.steps, j.senders, j.addresses, j.states, j.message_ids, j.provider_ids, j.threads,
                j.server_responses, p_ciphertexts, p_bodies)
           as l(id, record_id, step, sender_id, address, status, message_id, provider_id, provider_thread, server_response,
                ciphertext, body)
         -- Finds the replies, bounces and complaints that were read before the outcome of their message was stored. The
         -- last state counts, and the last words.
         left join lateral (
           select (array_agg(f.logged_status order by f.at desc))[1] as logged_status,
                  (array_agg(f.logged_response order by f.at desc) filter (where f.logged_response is not null))[1] as logged_response
             from inbound_facts f
            where f.job_id = p_job and f.record_id = l.record_id and f.step = l.step and f.logged_status is not null) e on true
  on conflict (job_id, record_id, step) do update
     set id = excluded.id, slice = excluded.slice, sender_id = excluded.sender_id, address = excluded.address,
         status = excluded.status, message_id = excluded.message_id, provider_id = excluded.provider_id,
         provider_thread = excluded.provider_thread, server_response = excluded.server_response, created_at = excluded.created_at,
         ciphertext = excluded.ciphertext, body = excluded.body, awaits_message_id = excluded.awaits_message_id,
         provider_message_id = null
   -- Keeps the state of a message that got a reply, bounce or complaint, because it says more than 'sent'.
   where m.status in ('failed', 'unconfirmed') and m.id <> excluded.id
$$;
