-- Returns the earlier contact (record, job and time) that keeps a message from being sent, as the evidence of
-- the reason.
create or replace function contact_evidence(p_contact sent_emails) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object(
    'recordId', p_contact.record_id::text, 'jobId', coalesce(p_contact.retry_job_id, p_contact.root_job_id),
    'at', to_char(p_contact.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;
