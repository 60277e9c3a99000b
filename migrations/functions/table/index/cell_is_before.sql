-- Returns whether a cell is a day or a time before one that lies between two days, written in ISO 8601. Null
-- if the answer depends on the time zone or the calendar, which the domain code knows.
create or replace function cell_is_before(p_cell jsonb, p_low text, p_high text) returns boolean
language sql immutable
as $$
  select case when jsonb_typeof(p_cell) <> 'string' or c.text !~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}' then false
              when c.text !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?Z?)?$' then null
              when left(c.text, 10) < p_low then true
              when left(c.text, 10) > p_high then false end
    from (select btrim(p_cell #>> '{}', E' \t\r\n') collate "C" as text) c
$$;
