-- Closes an organization and its test organization until they are deleted at p_until: their credentials do not work,
-- their runtimes begin no more work, and the jobs with which runtimes work at the moment are paused. Other jobs are
-- paused by pause_jobs_of_organization. Returns false if the organization is moving to another cell.
--
-- The organization must be locked. The tokens to which mail providers report bounces and complaints keep working,
-- because a report that is refused would be lost after an undo.
create or replace function request_deletion(
  p_organization uuid, p_at timestamptz, p_actor uuid, p_until timestamptz
) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  closed uuid;
begin
  perform reopen_abandoned_organizations();
  if exists (select from organization_departures d where d.organization_id = p_organization and d.status <> 'reopening') then
    return false;
  end if;
  for closed in select o.id from organizations o where (o.id = p_organization or o.test_of = p_organization) order by o.id loop
    -- Waits for API keys and webhook URLs that are being created for the test organization, and refuses further ones.
    perform from test_clocks c where c.organization_id = closed for no key update;
    perform from organizations o where o.id = closed for no key update;
    insert into organization_departures (organization_id, status, until, requested_at, requested_by)
    values (closed, 'grace', p_until, p_at, p_actor)
    on conflict (organization_id) do update
       set status = 'grace', until = p_until, requested_at = p_at, requested_by = p_actor;
    perform close_credentials(p_organization => closed);
    delete from sender_oauth_states where organization_id = closed;
    -- Stops the clock of the test organization.
    update test_clocks set target = null where organization_id = closed;
    perform pause_jobs_of_organization(
      p_organization => closed, p_at => p_at, p_actor => p_actor, p_most => null);
  end loop;
  return true;
end $$;
