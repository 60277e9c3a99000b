-- Returns whether a cell contains a text, ignoring case. Null if either has characters beyond ASCII, whose
-- case rules are those of the domain code.
create or replace function cell_contains(p_cell jsonb, p_text text) returns boolean
language plpgsql immutable
as $$
declare
  cell text := cell_text(p_cell);
begin
  return case when octet_length(cell) = length(cell) and octet_length(p_text) = length(p_text)
              then strpos(lower(cell collate "C"), lower(p_text collate "C")) > 0 end;
end $$;
