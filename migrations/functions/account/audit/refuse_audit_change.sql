-- Keeps audit_events append-only. No function but `forget_audit_events` may delete entries, and none but
-- `redact_audit_events` may change them, to remove the address of an erased person. Each of the two sets a
-- setting that allows its change and ends with its statement.
create or replace function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and current_setting('spindle.forgets_audit', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and current_setting('spindle.redacts_audit', true) = 'on' then
    return null;
  end if;
  raise exception '% of audit_events is refused: audit entries are never changed', tg_op
    using hint = 'To delete old entries, run: npm run admin -- audit-forget --before DATE';
end $$;

create or replace trigger append_only before update or delete or truncate on audit_events
for each statement execute function refuse_audit_change();
