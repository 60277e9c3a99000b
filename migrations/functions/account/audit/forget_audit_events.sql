-- Deletes up to p_most audit entries that are older than p_before, oldest first: of p_organization, or of all
-- organizations if it is null. Returns how many it deleted.
create or replace function forget_audit_events(
  p_organization uuid, p_before timestamptz, p_most int, out forgotten int
)
language plpgsql
as $$
begin
  perform set_config('spindle.forgets_audit', 'on', true);
  if p_organization is null then
    delete from audit_events
     where id in (select id from audit_events where at < p_before order by at limit p_most);
  else
    delete from audit_events
     where id in (
       select id from audit_events where organization_id = p_organization and at < p_before order by at limit p_most);
  end if;
  get diagnostics forgotten = row_count;
  perform set_config('spindle.forgets_audit', 'off', true);
end $$;
