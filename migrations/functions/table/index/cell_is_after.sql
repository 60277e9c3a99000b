-- Returns whether a cell with a day or time in ISO 8601 is after a moment that lies between the days p_low
-- and p_high. Null if the answer depends on the time zone or the calendar; the domain code then decides.
create or replace function cell_is_after(p_cell jsonb, p_low text, p_high text) returns boolean
language sql immutable
as $$
  select case when jsonb_typeof(p_cell) <> 'string' or c.text !~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}' then false
              when c.text !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?Z?)?$' then null
              when left(c.text, 10) > p_high then true
              when left(c.text, 10) < p_low then false end
    from (select btrim(p_cell #>> '{}', E' \t\r\n') collate "C" as text) c
$$;
