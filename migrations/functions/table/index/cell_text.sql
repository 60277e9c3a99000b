-- Returns a cell as the domain code writes it: String(cell). Null for numbers that JavaScript may write in
-- powers of ten.
create or replace function cell_text(p_cell jsonb) returns text
language sql immutable
as $$
  select case when jsonb_typeof(p_cell) <> 'number' then p_cell #>> '{}'
              when abs((p_cell #>> '{}')::numeric) >= 1e15
                or (p_cell #>> '{}')::numeric <> 0 and abs((p_cell #>> '{}')::numeric) < 1e-6 then null
              else trim_scale((p_cell #>> '{}')::numeric)::text end collate "C"
$$;
