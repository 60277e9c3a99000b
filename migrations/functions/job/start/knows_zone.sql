-- Whether a time zone means here what it means to the code, which has a list of its own: a name that this database
-- lacks would fail every message of its sender, and one that is an abbreviation here stands for a fixed offset.
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
