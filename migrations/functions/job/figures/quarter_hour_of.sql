-- Returns the start of the quarter of an hour that contains a time.
create or replace function quarter_hour_of(p_at timestamptz) returns timestamptz
language sql immutable
as $$
  select date_bin(interval '15 minutes', p_at, timestamptz 'epoch')
$$;
