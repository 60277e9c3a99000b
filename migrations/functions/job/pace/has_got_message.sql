-- Returns whether a recipient got a message in one of some jobs: its job, and the jobs whose failed recipients that job
-- runs again (jobs_of_recipient). A message that failed does not count; one that is unconfirmed does.
create or replace function has_got_message(p_jobs uuid[], p_slice int, p_record bigint) returns boolean
language sql stable
as $$
  select exists (
    select from message_results m
     where m.job_id = any(p_jobs) and m.slice = p_slice and m.record_id = p_record and m.status <> 'failed')
$$;
