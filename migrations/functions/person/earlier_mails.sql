-- Returns the e-mails that a recipient got earlier at an address, oldest first: from its job, and from the jobs that
-- it retries. `thread` is the provider's id of the conversation. It is null unless p_sender sent the e-mail, because
-- a provider refuses the id of a conversation in another mailbox. `messageId` is the Message-ID that the e-mail
-- arrived with; null if the e-mail was captured and not sent. The latest e-mail also has its encrypted content (`sealed`),
-- which contains its subject; null if the content is no longer stored.
create or replace function earlier_mails(p_job uuid, p_slice int, p_record bigint, p_address text, p_sender uuid)
returns jsonb
language plpgsql stable
--! include one_plan
as $$
declare
  job jobs;
  root uuid;
  of_job jsonb;
  earlier jsonb := '[]';
  latest record;
begin
  select * into job from jobs j where j.id = p_job;
  root := root_of_job(p_job => job);
  while job.id is not null loop
    select jsonb_agg(jsonb_build_object('jobId', d.job_id, 'step', d.step,
             'thread', case when m.sender_id = p_sender then m.provider_thread end,
             'messageId', coalesce(m.provider_message_id, m.message_id)) order by d.step) into of_job
      from message_results d
      left join message_log m on m.job_id = d.job_id and m.record_id = d.record_id and m.step = d.step
     where d.job_id = job.id and d.slice = p_slice and d.record_id = p_record and d.channel = 'email' and d.status = 'sent'
       and exists (
         select from sent_emails c
          where c.organization_id = job.organization_id and c.address = p_address and c.root_job_id = root
            and c.record_id = d.record_id and c.step = d.step);
    earlier := coalesce(of_job, '[]') || earlier;
    select * into job from jobs j where j.id = job.retry_of;
  end loop;
  if jsonb_array_length(earlier) > 0 then
    select l.job, l.step into latest
      from (select (earlier -> -1 ->> 'jobId')::uuid as job, (earlier -> -1 ->> 'step')::int as step) l;
    earlier := jsonb_set(earlier, '{-1,sealed}', coalesce(
      (select jsonb_build_object('id', m.id, 'isCaptured', false, 'content', encode(m.ciphertext, 'base64'))
         from message_log m
        where m.job_id = latest.job and m.record_id = p_record and m.step = latest.step and m.ciphertext <> ''),
      (select jsonb_build_object('id', o.id, 'isCaptured', true, 'content', encode(o.ciphertext, 'base64'))
         from captured_messages o
        where o.job_id = latest.job and o.record_id = p_record and o.step = latest.step and o.ciphertext is not null
        order by o.id desc limit 1),
      'null'));
  end if;
  return earlier;
end $$;
