-- Erases a person from the audit entries of an organization. Replaces the address in entries about
-- suppressions by its digest (`p_name`), and a request id that names the person by "erased". Returns how many
-- entries changed. The actor, the action and the time stay.
create or replace function redact_audit_events(p_organization uuid, p_address text, p_name text, out redacted int)
language plpgsql
as $$
begin
  perform set_config('spindle.redacts_audit', 'on', true);
  update audit_events e
     set subject = case when e.subject->>'kind' = 'suppression' and e.subject->>'name' = p_address
                        then jsonb_set(e.subject, '{name}', to_jsonb(p_name)) else e.subject end,
         request_id = case when strpos(lower(e.request_id), p_address) > 0 then 'erased' else e.request_id end
   where e.organization_id = p_organization
     and (e.subject->>'kind' = 'suppression' and e.subject->>'name' = p_address
          or strpos(lower(e.request_id), p_address) > 0);
  get diagnostics redacted = row_count;
  perform set_config('spindle.redacts_audit', 'off', true);
end $$;
