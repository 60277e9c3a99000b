-- Writes the audit entry of a job that was just started, in the commit of the start. Adds the name of the
-- spinner, the version and the number of recipients, which are known only now. p_entries is a list with one
-- item for each trigger of the flush: an audit entry {id, organizationId, at, actor, subject, requestId,
-- ipAddress, after}, or null for a trigger that leaves none. p_entry is the number of the trigger, from 1.
create or replace function note_job_start(p_entry int, p_entries jsonb) returns void
language sql
as $$
  insert into audit_events (id, organization_id, at, action, actor, subject, request_id, ip_address, after)
  select e.id, e."organizationId", e.at, 'job.started', e.actor,
         e.subject || jsonb_build_object('name', s.name), e."requestId", e."ipAddress",
         e.after || jsonb_build_object('version', j.spinner_version, 'recipients', j.to_records - j.from_records)
    from jsonb_to_record(p_entries -> (p_entry - 1)) e (
           id uuid, "organizationId" uuid, at timestamptz, actor jsonb, subject jsonb, "requestId" text,
           "ipAddress" text, after jsonb)
    join jobs j on j.id = (e.subject ->> 'id')::uuid
    join spinners s on s.id = j.spinner_id
$$;
