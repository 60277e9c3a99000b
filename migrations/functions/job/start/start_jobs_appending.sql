-- Handles several trigger requests whose bodies contain new records, for tables without match columns. In one
-- commit, appends the records of each request ("entry") and starts a job over them. The lane_ arguments and
-- the counts and rows of the entries are those of append_entries; the other arguments are those of
-- trigger_jobs.
--
-- Writes all entries or none. If an entry cannot be written, raises SP005 with the numbers of such entries and
-- the reasons; the caller then calls the function again without these entries. Locks tables and the records
-- meter before spinners and the jobs meter, in the order of docs/locks.md (triggers).
create or replace function start_jobs_appending(
  p_now timestamptz, p_period text,
  lane_digests text[], lane_by_token boolean[], lane_tables uuid[], lane_versions int[],
  entry_lanes int[], entry_counts int[], entry_requests text[], p_rows jsonb,
  entry_digests text[], entry_organizations uuid[], entry_spinners uuid[], entry_jobs uuid[],
  entry_keys text[], entry_fingerprints text[], entry_wishes jsonb[]
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
declare
  entry_tables uuid[] := array(select lane_tables[e.lane] from unnest(entry_lanes) with ordinality e(lane, no) order by e.no);
  left_out jsonb;
begin
  perform refuse_repeats(entry_tables => entry_tables, entry_spinners => entry_spinners, entry_keys => entry_keys);
  select jsonb_agg(to_jsonb(l)) into left_out
    from append_entries(p_now, p_period, lane_digests, lane_by_token, lane_tables, lane_versions,
                     entry_lanes, entry_counts, entry_requests, null, null, null, p_rows) l;
  if left_out is not null then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = left_out;
  end if;
  return query
    select * from start_jobs_of_appends(
      p_now => p_now, p_period => p_period,
      entry_tables => entry_tables, entry_added => entry_counts, known_entries => null, known_ids => null,
      entry_digests => entry_digests, entry_organizations => entry_organizations, entry_spinners => entry_spinners,
      entry_jobs => entry_jobs, entry_keys => entry_keys, entry_fingerprints => entry_fingerprints,
      entry_wishes => entry_wishes
    );
end $$;
