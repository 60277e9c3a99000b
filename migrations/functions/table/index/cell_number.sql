-- Returns the number in a cell: a JSON number, or a text that writes one in decimals; 1 for true, 0 for false,
-- and null for anything else.
create or replace function cell_number(p_cell jsonb) returns float8
language sql immutable
as $$
  select case jsonb_typeof(p_cell)
           when 'number' then (p_cell #>> '{}')::float8
           when 'boolean' then case when p_cell = 'true' then 1 else 0 end
           when 'string' then case
             when (p_cell #>> '{}') ~* '^[ \t\r\n]*[+-]?([0-9]{1,100}(\.[0-9]{0,100})?|\.[0-9]{1,100})(e[+-]?[0-9]{1,2})?[ \t\r\n]*$'
               then btrim(p_cell #>> '{}', E' \t\r\n')::float8 end
         end
$$;
