-- Returns whether the database knows a time zone name and reads it as the service's code does, which has its
-- own list. If the database lacked the name, every message of a sender with this zone would fail. A name that
-- is also an abbreviation in the database would mean a fixed offset there.
create or replace function knows_zone(p_zone text) returns boolean
language plpgsql stable
as $$
begin
  perform timestamptz 'epoch' at time zone p_zone;
  return upper(p_zone) in ('UTC', 'GMT')
      or not exists (select from pg_timezone_abbrevs a where a.abbrev = upper(p_zone));
exception when invalid_parameter_value then
  return false;
end $$;
