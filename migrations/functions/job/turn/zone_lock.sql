-- The advisory lock of an organization's time zone. A lease that reads the time zone shares it until its commit. After a
-- change of the time zone, continue_outdated_waits waits for such leases, which may have read the former one.
create or replace function zone_lock(p_organization uuid) returns bigint
language sql immutable
as $$ select hashtextextended('zone ' || p_organization, 2) $$;
