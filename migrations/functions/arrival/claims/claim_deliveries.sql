-- Stores claims (marks that records of deliveries were taken), so that a repeated delivery adds no record
-- twice. A record is identified by its delivery and its position in it. A claim succeeds for a new delivery,
-- for a delivery whose earlier claim is far enough in time from this one, before or after, and for other
-- positions of a known delivery. The row stores the newest delivery; claim_former compares and stores older ones that
-- are far enough apart, because several copies of an old delivery may be admitted after a newer one.
--
-- Two claims of the same time are far enough apart only if both are valid for 0 seconds. An arrival is admitted again
-- with the time of its first admission, and the duplicate window of the table may have changed in between.
--
-- Returns the records that could not be claimed as triples: the number of the claim, from 1; the position;
-- and whether the position was claimed with other content. In that case the source has used the id of one
-- delivery for another. A claim without contents is equal to a claim with any content.
--
-- A claim is identified by the first 16 bytes of its key. The claim of a record that comes without the
-- Idempotency-Key of its delivery is followed by the text of that key. A claim with that text is also compared
-- with the row of the key, because a request with the key stores the claims of its records in that row.
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
  is_far boolean;
  ids bytea[] := claim_keys;
begin
  if cardinality(claim_keys) = 0 then
    return taken;
  end if;
  if exists (select from unnest(claim_keys) as c(key) where octet_length(c.key) > 16) then
    ids := array(select substring(c.key from 1 for 16) from unnest(claim_keys) with ordinality as c(key, no) order by c.no);
  end if;
  -- Tries to insert all claims at once, because nearly all are new. Every call inserts in one order; otherwise
  -- two calls could deadlock.
  with written as (
    insert into arrival_claims (data_table_id, key, positions, record_digests, at, valid_seconds)
    select c.table_id, c.key, c.positions::int[], c.record_digests::bigint[], c.at, c.valid_seconds
      from unnest(claim_tables, ids, claim_places, claim_contents, claim_times, claim_seconds)
           with ordinality as c(table_id, key, positions, record_digests, at, valid_seconds, no)
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
    select c.table_id, c.key, c.positions::int[] as positions, c.record_digests::bigint[] as record_digests, c.at,
           c.valid_seconds, c.no
      from unnest(claim_tables, ids, claim_places, claim_contents, claim_times, claim_seconds)
           with ordinality as c(table_id, key, positions, record_digests, at, valid_seconds, no)
     where c.no <> all (fresh)
     order by c.table_id, c.key, c.no
  loop
    select a.positions, a.record_digests, a.at, a.valid_seconds into earlier
      from arrival_claims a where a.data_table_id = part.table_id and a.key = part.key for update;
    if part.at = earlier.at then
      is_far := earlier.valid_seconds = 0 and part.valid_seconds = 0;
    else
      is_far := part.at >= earlier.at + make_interval(secs => earlier.valid_seconds)
                or earlier.at >= part.at + make_interval(secs => part.valid_seconds);
    end if;
    if is_far and part.at < earlier.at then
      taken := taken || claim_former(
        p_no => part.no, p_table => part.table_id, p_key => part.key, p_positions => part.positions,
        p_record_digests => part.record_digests, p_at => part.at, p_seconds => part.valid_seconds);
      continue;
    end if;
    if is_far then
      insert into arrival_claims (data_table_id, key, positions, record_digests, at, valid_seconds)
      select part.table_id, former_claim_key(p_key => part.key, p_at => earlier.at, p_seconds => earlier.valid_seconds),
             earlier.positions, earlier.record_digests, earlier.at, earlier.valid_seconds
       where earlier.valid_seconds > 0
      on conflict do nothing;
      earlier.positions := '{}';
      earlier.record_digests := null;
    end if;
    common := common_places(
      p_no => part.no, p_positions => part.positions, p_record_digests => part.record_digests,
      p_earlier_positions => earlier.positions, p_earlier_digests => earlier.record_digests);
    if common is null then
      update arrival_claims a
         set positions = earlier.positions || part.positions,
             record_digests = joined_digests(
               p_earlier_positions => earlier.positions, p_earlier => earlier.record_digests,
               p_positions => part.positions, p_later => part.record_digests),
             at = greatest(a.at, part.at),
             valid_seconds = case when a.at = part.at then greatest(a.valid_seconds, part.valid_seconds) else part.valid_seconds end
       where a.data_table_id = part.table_id and a.key = part.key;
    else
      taken := taken || common;
    end if;
  end loop;
  return taken;
end $$;
