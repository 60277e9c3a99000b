-- Stores outcomes and marks messages as settle_and_mark_people does, for a slice whose e-mails are sent by
-- senders (mailboxes of the organization) or answer earlier e-mails. Chooses a sender for each message that
-- may be sent. A message that has to wait for a sender is not marked, and its address is released in the same
-- commit. A message that answers earlier e-mails is returned with them; its sender is null if it needs none.
--
-- This is a separate function that calls settle_and_mark_people, so that it costs organizations without
-- senders nothing. The lists of p_by have one item for each marked recipient; `candidates` has null for a
-- message that needs no sender, and `threads` true for one that answers earlier e-mails.
--
-- The caller waits for the disk after the commit, before it sends a message (`writeThenFlush` of
-- src/adapters/postgres/database.ts). All messages of a sender lock the row of its budget until the commit, so
-- otherwise each chunk would wait for the disk writes of the chunks before it.
create or replace function settle_and_mark_by_senders(
  p_job uuid, p_slice int, p_holder uuid, p_seconds float8, p_heeds_policy boolean,
  p_settled jsonb, p_released jsonb, p_marked jsonb, p_by jsonb, p_now timestamptz,
  out what_follows text,
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[],
  out chosen_ids bigint[], out chosen_senders uuid[], out chosen_earlier jsonb[], out correspondents jsonb
)
language plpgsql
--! include one_plan
as $$
declare
  claimed record;
  threads boolean[];
begin
  select m.* into what_follows, withheld_ids, withheld_codes, withheld_seconds, withheld_evidence
    from settle_and_mark_people(
      p_job => p_job, p_slice => p_slice, p_holder => p_holder, p_seconds => p_seconds, p_heeds_policy => p_heeds_policy,
      p_settled => p_settled, p_released => p_released, p_marked => p_marked, p_now => p_now) m;
  if what_follows <> 'send' then
    return;
  end if;

  select c.* into claimed
    from (select coalesce(array_agg(m.id order by m.no), '{}') as ids, array_agg(m.own order by m.no) as own,
                 array_agg(m.candidates order by m.no) as candidates, array_agg(m.waited order by m.no) as waited
            from (select unnest(l.ids) as id, unnest(b.own) as own, unnest(b.candidates) as candidates,
                         unnest(b.waited) as waited, generate_series(1, cardinality(l.ids)) as no
                    from jsonb_to_record(p_marked) as l(ids bigint[]),
                         jsonb_to_record(p_by) as b(own uuid[], candidates text[], waited boolean[])) m
           where m.candidates is not null and m.id <> all(coalesce(withheld_ids, '{}'))) a
    cross join lateral claim_senders(
      p_at => p_now, p_job => p_job, p_slice => p_slice, marked_ids => a.ids, by_own => a.own,
      by_candidates => a.candidates, by_waited => a.waited) c
   where cardinality(a.ids) > 0;
  chosen_ids := claimed.chosen_ids;
  chosen_senders := claimed.chosen_senders;
  correspondents := claimed.correspondents;
  if claimed.withheld_ids is not null then
    update slices s set sending = array(select i from unnest(s.sending) i where i <> all(claimed.withheld_ids))
     where s.job_id = p_job and s.no = p_slice;
    -- Deletes contacts that this transaction has entered, or that are the recipient's own. No other transaction
    -- has them locked, so the statement waits for none.
    perform release_addresses(p_job => p_job, p_released => p_marked, p_ids => claimed.withheld_ids);
    perform return_pace(
      p_at => p_now, p_marked_at => p_now, p_job => p_job, p_slice => p_slice, p_ids => r.ids, p_steps => r.steps)
       from (select array_agg(m.id) as ids, array_agg(m.step) as steps
               from (select unnest(l.ids) as id, unnest(l.steps) as step
                       from jsonb_to_record(p_marked) as l(ids bigint[], steps int[])) m
              where m.id = any(claimed.withheld_ids)) r
       join jobs j on j.id = p_job
       join spinner_paces p
         on p.spinner_id = j.spinner_id and (p.max_new_per_day is not null or p.max_per_day is not null);
    withheld_ids := withheld_ids || claimed.withheld_ids;
    withheld_codes := withheld_codes || claimed.withheld_codes;
    withheld_seconds := withheld_seconds || claimed.withheld_seconds;
    withheld_evidence := withheld_evidence || claimed.withheld_evidence;
  end if;
  select b.threads into threads from jsonb_to_record(p_by) as b(threads boolean[]);
  if true = any(threads) then
    select array_agg(e.id order by e.no), array_agg(e.sender_id order by e.no), array_agg(e.earlier order by e.no)
      into chosen_ids, chosen_senders, chosen_earlier
      from (select m.no, m.id, c.sender_id,
                   case when m.thread then earlier_mails(
                     p_job => p_job, p_slice => p_slice, p_record => m.id, p_address => m.address,
                     p_sender => c.sender_id) end as earlier
              from (select unnest(l.ids) as id, unnest(l.addresses) as address, unnest(threads) as thread,
                           generate_series(1, cardinality(l.ids)) as no
                      from jsonb_to_record(p_marked) as l(ids bigint[], addresses text[])) m
              left join (select unnest(chosen_ids) as id, unnest(chosen_senders) as sender_id) c on c.id = m.id
             where m.id <> all(coalesce(withheld_ids, '{}')) and (m.thread or c.id is not null)) e;
  end if;
end $$;
