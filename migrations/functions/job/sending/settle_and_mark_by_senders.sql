-- Stores outcomes and marks messages as settle_and_mark_people does, for a slice whose e-mails are sent by
-- senders (mailboxes of the organization). Chooses a sender for each message that may be sent. A message that
-- has to wait for a sender is not marked, and its address is released in the same commit.
--
-- This is a separate function that calls settle_and_mark_people, so that it costs organizations without
-- senders nothing. In the arrays that belong to the marked recipients, by_candidates is null for a message
-- that needs no sender.
create or replace function settle_and_mark_by_senders(
  p_job uuid, p_slice int, p_holder uuid, p_seconds float8, p_heeds_policy boolean,
  settled_ids text[], settled_steps int[], settled_channels text[], settled_deliveries text[], settled_states text[],
  settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
  settled_reasons text[], settled_evidence text[],
  released_ids bigint[], released_addresses text[], released_steps int[],
  marked_ids bigint[], marked_addresses text[], marked_digests text[], marked_steps int[],
  by_own uuid[], by_candidates text[], by_waited boolean[], by_threads boolean[], p_now timestamptz,
  out what_follows text,
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[],
  out chosen_ids bigint[], out chosen_senders uuid[], out chosen_earlier jsonb[], out correspondents jsonb
)
language plpgsql
--! include one_plan
as $$
declare
  claimed record;
begin
  select m.* into what_follows, withheld_ids, withheld_codes, withheld_seconds, withheld_evidence
    from settle_and_mark_people(
      p_job => p_job, p_slice => p_slice, p_holder => p_holder, p_seconds => p_seconds, p_heeds_policy => p_heeds_policy,
      settled_ids => settled_ids, settled_steps => settled_steps, settled_channels => settled_channels,
      settled_deliveries => settled_deliveries, settled_states => settled_states,
      settled_next_steps => settled_next_steps, settled_attempts => settled_attempts, settled_due => settled_due,
      settled_errors => settled_errors, settled_reasons => settled_reasons, settled_evidence => settled_evidence,
      released_ids => released_ids, released_addresses => released_addresses, released_steps => released_steps,
      marked_ids => marked_ids, marked_addresses => marked_addresses, marked_digests => marked_digests,
      marked_steps => marked_steps, p_now => p_now) m;
  if what_follows <> 'send' then
    return;
  end if;

  select c.* into claimed
    from (select coalesce(array_agg(m.id order by m.no), '{}') as ids, array_agg(m.own order by m.no) as own,
                 array_agg(m.candidates order by m.no) as candidates, array_agg(m.waited order by m.no) as waited,
                 array_agg(m.thread order by m.no) as threads
            from (select unnest(marked_ids) as id, unnest(by_own) as own, unnest(by_candidates) as candidates,
                         unnest(by_waited) as waited, unnest(by_threads) as thread,
                         generate_series(1, cardinality(marked_ids)) as no) m
           where m.candidates is not null and m.id <> all(coalesce(withheld_ids, '{}'))) a
    cross join lateral claim_senders(
      p_at => p_now, p_job => p_job, p_slice => p_slice, marked_ids => a.ids, by_own => a.own,
      by_candidates => a.candidates, by_waited => a.waited, by_threads => a.threads) c
   where cardinality(a.ids) > 0;
  chosen_ids := claimed.chosen_ids;
  chosen_senders := claimed.chosen_senders;
  chosen_earlier := claimed.chosen_earlier;
  correspondents := claimed.correspondents;
  if claimed.withheld_ids is not null then
    update slices s set sending = array(select i from unnest(s.sending) i where i <> all(claimed.withheld_ids))
     where s.job_id = p_job and s.no = p_slice;
    -- Deletes contacts that this transaction has entered, or that are the recipient's own, so it waits for no
    -- other transaction.
    delete from contacts c
     using (select unnest(marked_ids) as id, unnest(marked_addresses) as address, unnest(marked_steps) as step) r, jobs j
     where r.id = any(claimed.withheld_ids) and j.id = p_job and c.organization_id = j.organization_id
       and c.address = r.address and c.root_job_id = coalesce(j.root_job_id, j.retry_of, j.id) and c.step = r.step
       and c.record_id = r.id;
    withheld_ids := withheld_ids || claimed.withheld_ids;
    withheld_codes := withheld_codes || claimed.withheld_codes;
    withheld_seconds := withheld_seconds || claimed.withheld_seconds;
    withheld_evidence := withheld_evidence || claimed.withheld_evidence;
  end if;
end $$;
