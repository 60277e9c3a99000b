-- Puts another name in the place of an address in the audit entries about suppressions of an organization; says in how
-- many. Who did what, and when, stays as it is.
create or replace function redact_audit_events(p_organization uuid, p_address text, p_name text, out redacted int)
language plpgsql
as $$
begin
  perform set_config('spindle.redacts_audit', 'on', true);
  update audit_events e set subject = jsonb_set(e.subject, '{name}', to_jsonb(p_name))
   where e.organization_id = p_organization and e.subject->>'kind' = 'suppression' and e.subject->>'name' = p_address;
  get diagnostics redacted = row_count;
  perform set_config('spindle.redacts_audit', 'off', true);
end $$;
