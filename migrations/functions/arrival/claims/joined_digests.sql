-- Returns the digests of the records of two claims, with null for records without one; null if no record has one.
create or replace function joined_digests(
  p_earlier_positions int[], p_earlier bigint[], p_positions int[], p_later bigint[]
) returns bigint[]
language sql immutable
as $$
  select case when p_earlier is not null or p_later is not null then
    coalesce(p_earlier, array_fill(null::bigint, array[cardinality(p_earlier_positions)]))
    || coalesce(p_later, array_fill(null::bigint, array[cardinality(p_positions)])) end
$$;
