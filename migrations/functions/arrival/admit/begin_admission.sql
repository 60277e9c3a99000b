-- Does what admit_appends and admit_upserts have in common before they store records: checks that the mappings
-- of the tables have not changed, stores the outcome of the arrivals in which the records were held, and stores
-- a claim for each record. Raises the errors SP005, SP007 and SP004 that admit_appends describes.
create or replace function begin_admission(p_now timestamptz, p_lanes jsonb, p_claims jsonb, p_settled jsonb) returns void
language plpgsql as $$
declare
  lane_tables uuid[]; lane_mappings text[];
  claim_tables uuid[]; claim_keys bytea[]; claim_places text[]; claim_contents text[]; claim_times timestamptz[];
  claim_seconds int[];
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
end $$;
