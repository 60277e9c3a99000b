-- Admits records to tables with match columns by `upsert_records`, as `admit_appends` does to other tables.
-- Returns what `upsert_records` returns.
create or replace function admit_upserts(
  p_now timestamptz, p_period text,
  lane_digests text[], lane_by_token boolean[], lane_tables uuid[], lane_versions int[], lane_mappings text[],
  lane_blanks jsonb[],
  entry_lanes int[], entry_counts int[], entry_folded int[], entry_requests text[], entry_keys text[],
  entry_fingerprints text[],
  p_rows jsonb, p_keys bytea, p_versions text[], p_older jsonb,
  claim_tables uuid[], claim_keys bytea[], claim_places text[], claim_contents text[], claim_times timestamptz[], claim_seconds int[],
  settled_ids uuid[], settled_revisions int[], settled_states text[], settled_codes text[], settled_accepted int[],
  settled_facts jsonb[]
) returns table (entry int, reason text, inserted int, updated int, unchanged int)
language plpgsql as $$
#variable_conflict use_column
declare
  part record;
  taken jsonb;
begin
  perform assert_mappings(lane_tables, lane_mappings);
  perform settle_arrivals(settled_ids, settled_revisions, settled_states, settled_codes, settled_accepted, settled_facts);
  taken := claim_deliveries(claim_tables, claim_keys, claim_places, claim_contents, claim_times, claim_seconds);
  if taken <> '[]' then
    raise exception 'records of this delivery were stored before' using errcode = 'SP004', detail = taken::text;
  end if;
  for part in
    select * from upsert_records(p_now, p_period, lane_digests, lane_by_token, lane_tables, lane_versions, lane_blanks,
                                 entry_lanes, entry_counts, entry_folded, entry_requests, entry_keys,
                                 entry_fingerprints,
                                 p_rows, p_keys, p_versions, p_older, false)
  loop
    if part.reason is not null then
      raise exception 'a record cannot be stored in this flush' using errcode = 'SP005', detail = to_json(part)::text;
    end if;
    entry := part.entry; reason := part.reason;
    inserted := part.inserted; updated := part.updated; unchanged := part.unchanged;
    return next;
  end loop;
end $$;
