-- Returns the records of a claim whose positions an earlier claim has, as triples: the number of the claim, the position,
-- and whether the earlier claim has other content there. Returns null if there are none.
create or replace function common_places(
  p_no bigint, p_positions int[], p_record_digests bigint[], p_earlier_positions int[], p_earlier_digests bigint[]
) returns jsonb
language sql immutable
as $$
  select jsonb_agg(jsonb_build_array(p_no, p.place, p.is_other))
    from (select n.place, bool_and(n.content <> coalesce(e.content, n.content)) is true as is_other
            from unnest(p_positions, p_record_digests) as n(place, content)
            join unnest(p_earlier_positions, p_earlier_digests) as e(place, content) on e.place = n.place
           group by n.place) p
$$;
