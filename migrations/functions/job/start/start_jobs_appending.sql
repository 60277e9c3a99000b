-- Starts triggers that bring their records along, for tables without match columns. Appends the records and
-- starts a job over the records of each entry, in one commit. Lanes and entries are as append_entries takes
-- them, the other arguments as trigger_jobs takes them.
--
-- Writes all entries or none: if some must be left out, it raises SP005 with their numbers and reasons, and
-- the caller comes back without them. Locks tables and the records meter before spinners and the jobs meter,
-- in the order of docs/locks.md (triggers).
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
