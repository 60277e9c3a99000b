-- Deletes up to p_most audit entries that are older than p_before, oldest first. Returns how many it deleted.
create or replace function forget_audit_events(p_before timestamptz, p_most int, out forgotten int)
language plpgsql
as $$
begin
  perform set_config('spindle.forgets_audit', 'on', true);
  delete from audit_events
   where id in (select id from audit_events where at < p_before order by at limit p_most);
  get diagnostics forgotten = row_count;
  perform set_config('spindle.forgets_audit', 'off', true);
end $$;
