-- Returns the positions of the held records of an arrival (null if all are held and none may be in the table), and the
-- path to its records, from the facts that keep_arrivals and settle_arrivals take. `p_root` is the path to which stored
-- positions refer; null if there are none.
--
-- Processes of the version before 1.0 do not send recordsRoot. For them, the path is that of the mapping, and a list
-- of all positions becomes null. Remove this case in the version after 1.0.
create or replace function held_records(
  p_facts jsonb, p_state text, p_mapping uuid, p_records int, p_accepted int, p_root jsonb,
  out positions int[], out records_root jsonb
) language plpgsql stable parallel safe
as $$
begin
  if jsonb_typeof(p_facts -> 'heldPositions') = 'array' then
    positions := array(select w::int from jsonb_array_elements_text(p_facts -> 'heldPositions') w);
  end if;
  if p_facts ? 'recordsRoot' then
    records_root := nullif(p_facts -> 'recordsRoot', 'null');
  elsif p_records is not null then
    records_root := coalesce(
      p_root,
      case when p_mapping is null then '["records", {"all": true}]'
           else (select m.definition -> 'root' from mappings m where m.id = p_mapping) end);
    if p_root is null and p_state <> 'received' and p_accepted = 0 and cardinality(positions) = p_records then
      positions := null;
    end if;
  end if;
end $$;
