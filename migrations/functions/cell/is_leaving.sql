-- Returns whether an organization is moving to another cell, or has moved. If it is, runtimes begin no work of
-- the organization.
create or replace function is_leaving(p_organization uuid) returns boolean
language sql stable as $$
  select exists (
    select from outgoing_moves d
     where d.organization_id = p_organization and (d.state <> 'draining' or d.until > clock_timestamp()))
$$;
