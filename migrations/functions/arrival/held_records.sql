-- Returns the positions of the held records of an arrival (null if all are held and none may be in the table), and the
-- path to its records, from the facts that keep_arrivals and settle_arrivals take.
create or replace function held_records(p_facts jsonb, out positions int[], out records_root jsonb)
language plpgsql immutable parallel safe
as $$
begin
  if jsonb_typeof(p_facts -> 'heldPositions') = 'array' then
    positions := array(select w::int from jsonb_array_elements_text(p_facts -> 'heldPositions') w);
  end if;
  records_root := nullif(p_facts -> 'recordsRoot', 'null');
end $$;
