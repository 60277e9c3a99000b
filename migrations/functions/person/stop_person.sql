-- Calls stop_recipient for all unfinished or failed recipients whose address was written to, and returns how
-- many it stopped. Recipients that were not written to yet are in no index; they are checked when their message is
-- marked as being sent.
--
-- For a reply, p_job, p_slice, p_record and p_step name the message that was answered; they are null for other events.
-- The recipient of that message is stopped by the exit `reply`, all other recipients by `replyElsewhere`. The reply is
-- noted at the message, so that people_who_replied finds it when a message to the same address is marked. The exit
-- `unsubscribe` says that the person asks by the reply for no more mail: all recipients are stopped by that exit, and
-- the note keeps the request. A request by another address than p_address comes with the exit `reply` and is not noted.
create or replace function stop_person(
  p_organization uuid, p_address text, p_job uuid, p_slice int, p_record bigint, p_step int, p_exit text, p_code text, p_evidence jsonb, p_now timestamptz,
  out stopped int
)
language plpgsql
--! include one_plan
as $$
declare
  hit record;
  hit_jobs uuid[]; hit_slices int[]; hit_records bigint[];
  held record;
  answered tid;
  answered_root uuid := (select root_of_job(p_job => j) from jobs j where j.id = p_job);
begin
  stopped := 0;
  -- If many records share a mailbox, stops only the latest 1,000, and the recipient whose message was answered.
  select array_agg(l.job order by l.job, l.slice, l.record_id), array_agg(l.slice order by l.job, l.slice, l.record_id),
         array_agg(l.record_id order by l.job, l.slice, l.record_id)
    into hit_jobs, hit_slices, hit_records
    from (
      (select coalesce(c.retry_job_id, c.root_job_id) as job, c.slice, c.record_id
         from sent_emails c
        where c.organization_id = p_organization and c.address = p_address
          and (is_active_contact(p_contact => c) or exists (
            select from recipients r
             where r.job_id = coalesce(c.retry_job_id, c.root_job_id) and r.slice = c.slice
               and r.record_id = c.record_id and can_be_retried(r.status, r.reason)))
        order by c.at desc limit 1000)
      union all
      select p_job, p_slice, p_record where p_job is not null) l;
  -- Locks what stop_recipient locks, for all recipients in the order of job and slice; otherwise two transactions could
  -- deadlock. A recipient keeps the number of its slice in retries. A retry that begins meanwhile is locked later, by
  -- stop_recipient.
  for held in
    with recursive own as (
      select h.job, h.slice from unnest(hit_jobs, hit_slices) as h(job, slice)
      union
      select again.id, o.slice from own o join jobs again on again.retry_of = o.job
    )
    select o.job, o.slice from own o order by o.job, o.slice
  loop
    perform from jobs j where j.id = held.job for key share;
    perform from slices s where s.job_id = held.job and s.no = held.slice for no key update;
  end loop;
  for hit in
    select distinct h.job, h.slice, h.record_id,
           root_of_job(p_job => j) = answered_root and h.record_id = p_record as is_answered
      from unnest(hit_jobs, hit_slices, hit_records) as h(job, slice, record_id)
      join jobs j on j.id = h.job
     order by h.job, h.slice, h.record_id
  loop
    if stop_recipient(
      p_organization => p_organization, p_job => hit.job, p_slice => hit.slice, p_record => hit.record_id,
      p_exit => case when p_job is null or p_exit <> 'reply' or hit.is_answered then p_exit else 'replyElsewhere' end,
      p_code => p_code, p_evidence => p_evidence, p_until => null,
      p_now => p_now) is not null then
      stopped := stopped + 1;
    end if;
  end loop;
  -- Notes the reply at the message. If the provider put the reply into the conversation of a message to another address,
  -- notes it at the latest message to this address. Does the same if the answered message turned out not to be sent, so
  -- that its contact was deleted. Locks the row before the update, because an update by ctid skips a row that another
  -- transaction changes meanwhile.
  select o.ctid into answered
    from sent_emails o
   where o.organization_id = p_organization and o.address = p_address and answered_root is not null
   order by o.root_job_id = answered_root and o.record_id = p_record desc, o.step = p_step desc, o.at desc limit 1
     for update;
  update sent_emails c
     -- Keeps a request for no more mail if the person writes again.
     set reply = case when p_exit <> 'reply' then p_evidence
                      when c.reply ? 'request' then c.reply
                      else p_evidence - 'request' end,
         -- Includes the trigger of every job until now, also if the clock was set back since.
         replied_at = greatest(p_now, (
           select j.created_at from jobs j where j.organization_id = p_organization order by j.id desc limit 1))
   where c.ctid = answered;
end $$;
