-- Returns whether the recipient to whom a stored contact belongs is in an unfinished job and has steps left, so
-- that the person counts as active.
create or replace function is_active_contact(p_contact contacts) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select from recipients r join jobs j on j.id = r.job_id and is_unfinished_job(j.status)
     where r.job_id = coalesce(p_contact.retry_job_id, p_contact.root_job_id) and r.slice = p_contact.slice
       and r.record_id = p_contact.record_id and is_unfinished_recipient(r.state));
end $$;
