-- Admits held records to data tables with match columns by `upsert_records`, as `admit_appends` does for other
-- data tables. Returns what `upsert_records` returns.
create or replace function admit_upserts(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_keys bytea, p_versions text[],
  p_older jsonb, p_claims jsonb, p_settled jsonb
) returns table (entry int, reason text, inserted int, updated int, unchanged int)
language plpgsql as $$
#variable_conflict use_column
declare
  lane_tables uuid[]; lane_mappings text[];
  claim_tables uuid[]; claim_keys bytea[]; claim_places text[]; claim_contents text[]; claim_times timestamptz[];
  claim_seconds int[];
  part record;
  taken jsonb;
begin
  select * into lane_tables, lane_mappings, claim_tables, claim_keys, claim_places, claim_contents, claim_times, claim_seconds
    from jsonb_to_record(p_lanes) as l(tables uuid[], mappings text[]),
         jsonb_to_record(p_claims) as c(tables uuid[], keys bytea[], places text[], contents text[], times timestamptz[],
                                        seconds int[]);
  perform assert_mappings(lane_tables, lane_mappings);
  perform settle_arrivals(p_settled => p_settled, p_now => p_now);
  taken := claim_deliveries(claim_tables, claim_keys, claim_places, claim_contents, claim_times, claim_seconds);
  if taken <> '[]' then
    raise exception 'records of this delivery were stored before' using errcode = 'SP004', detail = taken::text;
  end if;
  for part in
    select * from upsert_records(p_now => p_now, p_period => p_period, p_lanes => p_lanes, p_entries => p_entries,
                                 p_rows => p_rows, p_keys => p_keys, p_versions => p_versions, p_older => p_older,
                                 p_all_new => false)
  loop
    if part.reason is not null then
      raise exception 'a record cannot be stored in this flush' using errcode = 'SP005', detail = to_json(part)::text;
    end if;
    entry := part.entry; reason := part.reason;
    inserted := part.inserted; updated := part.updated; unchanged := part.unchanged;
    return next;
  end loop;
end $$;
