-- Returns the start of the ten-minute period that contains a time.
create or replace function ten_minutes_of(p_at timestamptz) returns timestamptz
language plpgsql immutable
as $$
begin
  return date_bin(interval '10 minutes', p_at, timestamptz 'epoch');
end $$;
