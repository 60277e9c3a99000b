-- Claims places of deliveries for arrivals: those of a delivery that is new, or whose claim is far enough from the time
-- of the one that asks, whichever of the two came first; or other places of one that is there. Says which could not be
-- claimed, as pairs of the number of the claim, from 1 on, and the place.
create or replace function claim_arrivals(
  claim_tables uuid[], claim_keys bytea[], claim_places text[], claim_times timestamptz[], claim_seconds int[]
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
begin
  if cardinality(claim_keys) = 0 then
    return taken;
  end if;
  -- Nearly all are new. In one order in every call, or two could wait for each other.
  with written as (
    insert into arrival_claims (data_table_id, key, places, at, seconds)
    select c.table_id, c.key, c.places::int[], c.at, c.seconds
      from unnest(claim_tables, claim_keys, claim_places, claim_times, claim_seconds)
           with ordinality as c(table_id, key, places, at, seconds, no)
     order by c.table_id, c.key, c.no
    on conflict do nothing
    returning data_table_id, key
  )
  select case when count(*) < cardinality(claim_keys)
              then array(select min(c.no)::int from written w
                           join unnest(claim_tables, claim_keys) with ordinality as c(table_id, key, no)
                             on c.table_id = w.data_table_id and c.key = w.key
                          group by w.data_table_id, w.key) end
    into fresh from written;
  if fresh is null then
    return taken;
  end if;
  for part in
    select c.table_id, c.key, c.places::int[] as places, c.at, c.seconds, c.no
      from unnest(claim_tables, claim_keys, claim_places, claim_times, claim_seconds)
           with ordinality as c(table_id, key, places, at, seconds, no)
     where c.no <> all (fresh)
     order by c.table_id, c.key, c.no
  loop
    select a.places, a.at, a.seconds into earlier
      from arrival_claims a where a.data_table_id = part.table_id and a.key = part.key for update;
    if part.at >= earlier.at + make_interval(secs => earlier.seconds)
       or earlier.at >= part.at + make_interval(secs => part.seconds) then
      earlier.places := '{}';
    end if;
    select jsonb_agg(jsonb_build_array(part.no, p)) into common from unnest(part.places) p where p = any (earlier.places);
    if common is null then
      update arrival_claims a
         set places = earlier.places || part.places, at = greatest(a.at, part.at), seconds = part.seconds
       where a.data_table_id = part.table_id and a.key = part.key;
    else
      taken := taken || common;
    end if;
  end loop;
  return taken;
end $$;
