-- Returns whether an organization is moving to another cell, has moved, or is to be deleted. If it is, runtimes begin
-- no work of the organization.
create or replace function is_leaving(p_organization uuid) returns boolean
language sql stable as $$
  select exists (
    select from organization_departures d
     where d.organization_id = p_organization and d.status <> 'reopening'
       and (d.status <> 'draining' or d.until > clock_timestamp()))
$$;
