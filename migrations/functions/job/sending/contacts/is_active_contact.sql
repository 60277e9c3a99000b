-- Returns whether the recipient to whom a stored contact belongs is in an unfinished job and has steps left, so
-- that the person counts as active. The recipient may run in a retry of the contact's job, in the same slice.
create or replace function is_active_contact(p_contact sent_emails) returns boolean
language plpgsql stable
as $$
declare
  job uuid := coalesce(p_contact.retry_job_id, p_contact.root_job_id);
begin
  return exists (
    select from recipients r join jobs j on j.id = r.job_id and is_unfinished_job(j.status)
     where r.job_id = job and r.slice = p_contact.slice
       and r.record_id = p_contact.record_id and is_unfinished_recipient(r.status))
  or exists (
    with recursive retries as (
      select j.id from jobs j where j.retry_of = job
      union all
      select j.id from retries t join jobs j on j.retry_of = t.id
    )
    select from retries t
      join jobs j on j.id = t.id and is_unfinished_job(j.status)
      join recipients r on r.job_id = t.id and r.slice = p_contact.slice
       and r.record_id = p_contact.record_id and is_unfinished_recipient(r.status));
end $$;
