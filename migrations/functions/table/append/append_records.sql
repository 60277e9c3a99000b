-- Calls `append_entries` for processes of the previous version, and writes the counters to where these
-- processes read them.
--
-- A table with match columns is 'stale' for such a process, which knows only this function. It answers
-- OVERLOADED instead of adding rows that no key would find.
create or replace function append_records(
  p_now timestamptz, p_period text,
  lane_digests text[], lane_by_token boolean[], lane_tables uuid[], lane_versions int[],
  entry_lanes int[], entry_counts int[], entry_requests text[], entry_keys text[], entry_fingerprints text[],
  p_rows jsonb
) returns table (entry int, reason text, used bigint, allowed bigint)
language plpgsql as $$
begin
  return query
    select * from append_entries(
      p_now => p_now, p_period => p_period,
      lane_digests => lane_digests, lane_by_token => lane_by_token, lane_tables => lane_tables,
      lane_versions => lane_versions, entry_lanes => entry_lanes, entry_counts => entry_counts,
      entry_requests => entry_requests, entry_keys => entry_keys, entry_fingerprints => entry_fingerprints,
      entry_contents => null, p_rows => p_rows
    );
  perform keep_counters(
    p_tables => lane_tables,
    p_organizations => array(select t.organization_id from data_tables t where t.id = any(lane_tables)), p_period => p_period
  );
end $$;
