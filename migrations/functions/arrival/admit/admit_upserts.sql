-- Admits held records to data tables with match columns by `upsert_records`, as `admit_appends` does for other
-- data tables. Returns what `upsert_records` returns.
create or replace function admit_upserts(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_keys bytea, p_versions text[],
  p_older jsonb, p_claims jsonb, p_settled jsonb
) returns table (entry int, reason text, inserted int, updated int, unchanged int)
language plpgsql as $$
#variable_conflict use_column
declare
  part record;
begin
  perform begin_admission(p_now => p_now, p_lanes => p_lanes, p_claims => p_claims, p_settled => p_settled);
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
