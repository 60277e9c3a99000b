-- Opens organizations whose move to another deployment (cell) was not renewed in time, because the process
-- that moved them has died before the switch. An organization in the middle of the switch stays closed,
-- because the other cell may have it; the operator runs the move again to find out.
create or replace function reopen_abandoned_organizations() returns void
language plpgsql as $$
declare
  lapsed uuid;
  patience text := current_setting('lock_timeout');
begin
  for lapsed in
    select d.organization_id from organization_departures d
     where d.status in ('draining', 'closed') and d.until < clock_timestamp()
     order by d.organization_id for update skip locked
  loop
    begin
      perform set_config('lock_timeout', '200ms', true);
      perform open_organization(p_organization => lapsed);
    exception when lock_not_available then
      -- Skips an organization whose rows stay locked for 200 ms, because the process that moves it is then alive.
      null;
    when others then
      -- Continues, because one organization must not keep the work of all others from being found.
      raise warning 'the organization % cannot be opened after its move: %', lapsed, sqlerrm;
    end;
    perform set_config('lock_timeout', patience, true);
  end loop;
end $$;
