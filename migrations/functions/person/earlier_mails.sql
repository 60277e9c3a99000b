-- Returns the e-mails that a recipient got earlier, oldest first: from its job, and from the jobs that it retries.
create or replace function earlier_mails(p_job uuid, p_slice int, p_record bigint) returns jsonb
language plpgsql stable
--! include one_plan
as $$
declare
  job uuid := p_job;
  of_job jsonb;
  earlier jsonb := '[]';
begin
  while job is not null loop
    select jsonb_agg(jsonb_build_object('jobId', d.job_id, 'step', d.step, 'thread', m.provider_thread,
             'messageId', m.provider_message_id) order by d.step) into of_job
      from deliveries d
      left join messages m on m.job_id = d.job_id and m.record_id = d.record_id and m.step = d.step
     where d.job_id = job and d.slice = p_slice and d.record_id = p_record and d.channel = 'email' and d.state = 'sent';
    earlier := coalesce(of_job, '[]') || earlier;
    select j.retry_of into job from jobs j where j.id = job;
  end loop;
  return earlier;
end $$;
