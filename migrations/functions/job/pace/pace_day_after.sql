-- Returns the next day after p_day on which the send window of the spinner is open.
create or replace function pace_day_after(p_pace spinner_paces, p_day date) returns date
language sql immutable
as $$
  select min(p_day + ahead)
    from generate_series(1, 7) as ahead
   where extract(isodow from p_day + ahead)::int = any(p_pace.days)
$$;
