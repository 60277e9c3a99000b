-- Appends records whose delivery can be recognized if it is repeated; `append_entries` appends other records.
-- In the same commit, stores a claim (a mark that the record was taken) for each record, and the outcome of
-- the arrivals in which the records were held. So each record is admitted once, even if two processes admit
-- it or one dies midway.
--
-- Writes all entries or none. For a single entry the error tells the reason: SP007 for an arrival whose
-- outcome another process has stored; SP004 for records that were taken already (detail: as
-- `claim_deliveries` returns them); SP005 for an entry that `append_entries` leaves out (detail: its row),
-- also if the mappings of the table have changed.
--
-- p_lanes also has the list `mappings`: the versions of the mappings for each lane, as `assert_mappings` takes
-- them. The lists of p_claims are the arguments of `claim_deliveries`.
create or replace function admit_appends(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_claims jsonb, p_settled jsonb
) returns void
language plpgsql as $$
declare
  left_out record;
begin
  perform begin_admission(p_now => p_now, p_lanes => p_lanes, p_claims => p_claims, p_settled => p_settled);
  select * into left_out
    from append_entries(p_now => p_now, p_period => p_period, p_lanes => p_lanes, p_entries => p_entries,
                        p_rows => p_rows) limit 1;
  if found then
    raise exception 'a record cannot be stored in this flush' using errcode = 'SP005', detail = to_json(left_out)::text;
  end if;
end $$;
