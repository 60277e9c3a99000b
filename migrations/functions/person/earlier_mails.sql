-- Returns the e-mails that a recipient got earlier at an address, oldest first: from its job, and from the jobs that
-- it retries. `thread` is the provider's id of the conversation. It is null unless p_sender sent the e-mail, because
-- a provider refuses the id of a conversation in another mailbox. `messageId` is the Message-ID that the e-mail
-- arrived with; null if the e-mail was captured and not sent.
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
begin
  select * into job from jobs j where j.id = p_job;
  root := root_of_job(p_job => job);
  while job.id is not null loop
    select jsonb_agg(jsonb_build_object('jobId', d.job_id, 'step', d.step,
             'thread', case when m.sender_id = p_sender then m.provider_thread end,
             'messageId', coalesce(m.provider_message_id, m.message_id)) order by d.step) into of_job
      from deliveries d
      left join messages m on m.job_id = d.job_id and m.record_id = d.record_id and m.step = d.step
     where d.job_id = job.id and d.slice = p_slice and d.record_id = p_record and d.channel = 'email' and d.state = 'sent'
       and exists (
         select from contacts c
          where c.organization_id = job.organization_id and c.address = p_address and c.root_job_id = root
            and c.record_id = d.record_id and c.step = d.step);
    earlier := coalesce(of_job, '[]') || earlier;
    select * into job from jobs j where j.id = job.retry_of;
  end loop;
  return earlier;
end $$;
