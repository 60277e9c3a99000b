-- Appends records whose delivery can be recognized if it is repeated; `append_entries` appends other records.
-- In the same commit, stores a claim (a mark that the record was taken) for each record, and the outcome of
-- the arrivals in which the records were held. So each record is admitted once, even if two processes admit
-- it or one dies midway.
--
-- Writes all entries or none. For a single entry the error tells the reason: SP007 for an arrival whose
-- outcome another process has stored; SP004 for records that were taken already (detail: as
-- `claim_deliveries` returns them); SP005 for an entry that `append_entries` leaves out (detail: its row),
-- also if the mappings of the table have changed.
create or replace function admit_appends(
  p_now timestamptz, p_period text,
  lane_digests text[], lane_by_token boolean[], lane_tables uuid[], lane_versions int[],
  -- The versions of the mappings for each group of entries (lane), as `assert_mappings` takes them.
  lane_mappings text[],
  entry_lanes int[], entry_counts int[], entry_requests text[], entry_keys text[], entry_fingerprints text[],
  p_rows jsonb,
  claim_tables uuid[], claim_keys bytea[], claim_places text[], claim_contents text[], claim_times timestamptz[], claim_seconds int[],
  settled_ids uuid[], settled_revisions int[], settled_states text[], settled_codes text[], settled_accepted int[],
  settled_facts jsonb[]
) returns void
language plpgsql as $$
declare
  left_out record;
  taken jsonb;
begin
  perform assert_mappings(lane_tables, lane_mappings);
  perform settle_arrivals(settled_ids, settled_revisions, settled_states, settled_codes, settled_accepted, settled_facts);
  taken := claim_deliveries(claim_tables, claim_keys, claim_places, claim_contents, claim_times, claim_seconds);
  if taken <> '[]' then
    raise exception 'records of this delivery were stored before' using errcode = 'SP004', detail = taken::text;
  end if;
  select * into left_out
    from append_entries(p_now, p_period, lane_digests, lane_by_token, lane_tables, lane_versions,
                     entry_lanes, entry_counts, entry_requests, entry_keys, entry_fingerprints, null, p_rows) limit 1;
  if found then
    raise exception 'a record cannot be stored in this flush' using errcode = 'SP005', detail = to_json(left_out)::text;
  end if;
end $$;
