-- Whether an organization is on its way to another cell, or there: then runtimes begin nothing of it.
create or replace function is_leaving(p_organization uuid) returns boolean
language sql stable as $$
  select exists (
    select from departures d
     where d.organization_id = p_organization and (d.state <> 'draining' or d.until > clock_timestamp()))
$$;
