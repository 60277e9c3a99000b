-- Stores claims (marks that records of deliveries were taken), so that a repeated delivery adds no record
-- twice. A record is identified by its delivery and its position in it. A claim succeeds for a new delivery,
-- for a delivery whose earlier claim is far enough in time from this one, before or after, and for other
-- positions of a known delivery.
--
-- Returns the records that could not be claimed as triples: the number of the claim, from 1; the position;
-- and whether the position was claimed with other content. In that case the source has used the id of one
-- delivery for another. A claim without contents is equal to a claim with any content.
--
-- A claim is identified by the first 16 bytes of its key. The claim of a record that comes without the
-- Idempotency-Key of its delivery is followed by the text of that key. Such a claim is also compared with the
-- row of the key, because a request with the key stores the claims of its records in that row.
create or replace function claim_deliveries(
  claim_tables uuid[], claim_keys bytea[], claim_places text[], claim_contents text[], claim_times timestamptz[],
  claim_seconds int[]
) returns jsonb
language plpgsql
--! include one_plan
as $$
declare
  fresh int[];
  taken jsonb := '[]';
  part record;
  earlier record;
  common jsonb;
  ids bytea[] := claim_keys;
begin
  if cardinality(claim_keys) = 0 then
    return taken;
  end if;
  if exists (select from unnest(claim_keys) as c(key) where octet_length(c.key) > 16) then
    ids := array(select substring(c.key from 1 for 16) from unnest(claim_keys) with ordinality as c(key, no) order by c.no);
  end if;
  -- Nearly all claims are new. Every call inserts them in one order; otherwise two calls could deadlock.
  with written as (
    insert into arrival_claims (data_table_id, key, places, contents, at, seconds)
    select c.table_id, c.key, c.places::int[], c.contents::bigint[], c.at, c.seconds
      from unnest(claim_tables, ids, claim_places, claim_contents, claim_times, claim_seconds)
           with ordinality as c(table_id, key, places, contents, at, seconds, no)
     order by c.table_id, c.key, c.no
    on conflict do nothing
    returning data_table_id, key
  )
  select case when count(*) < cardinality(claim_keys)
              then array(select min(c.no)::int from written w
                           join unnest(claim_tables, ids) with ordinality as c(table_id, key, no)
                             on c.table_id = w.data_table_id and c.key = w.key
                          group by w.data_table_id, w.key) end
    into fresh from written;
  if ids <> claim_keys then
    taken := conflicts_with_keys(claim_tables, claim_keys, claim_places, claim_contents, claim_times, claim_seconds);
  end if;
  if fresh is null then
    return taken;
  end if;
  for part in
    select c.table_id, c.key, c.places::int[] as places, c.contents::bigint[] as contents, c.at, c.seconds, c.no
      from unnest(claim_tables, ids, claim_places, claim_contents, claim_times, claim_seconds)
           with ordinality as c(table_id, key, places, contents, at, seconds, no)
     where c.no <> all (fresh)
     order by c.table_id, c.key, c.no
  loop
    select a.places, a.contents, a.at, a.seconds into earlier
      from arrival_claims a where a.data_table_id = part.table_id and a.key = part.key for update;
    if part.at >= earlier.at + make_interval(secs => earlier.seconds)
       or earlier.at >= part.at + make_interval(secs => part.seconds) then
      earlier.places := '{}';
      earlier.contents := null;
    end if;
    select jsonb_agg(jsonb_build_array(part.no, p.place, p.is_other)) into common
      from (select n.place, bool_and(n.content <> coalesce(e.content, n.content)) is true as is_other
              from unnest(part.places, part.contents) as n(place, content)
              join unnest(earlier.places, earlier.contents) as e(place, content) on e.place = n.place
             group by n.place) p;
    if common is null then
      update arrival_claims a
         set places = earlier.places || part.places,
             contents = case when coalesce(earlier.contents, part.contents) is not null then
               coalesce(earlier.contents, array_fill(null::bigint, array[cardinality(earlier.places)]))
               || coalesce(part.contents, array_fill(null::bigint, array[cardinality(part.places)])) end,
             at = greatest(a.at, part.at), seconds = part.seconds
       where a.data_table_id = part.table_id and a.key = part.key;
    else
      taken := taken || common;
    end if;
  end loop;
  return taken;
end $$;
