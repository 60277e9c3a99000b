-- Handles several trigger requests whose bodies contain new records, for tables without match columns. In one
-- commit, appends the records of each request ("entry") and starts a job over them. p_lanes, p_entries
-- and p_rows are as append_entries takes them, and p_triggers, in the order of the entries, as trigger_jobs
-- takes it.
--
-- Writes all entries or none. If an entry cannot be written, raises SP005 with the numbers of such entries and
-- the reasons; the caller then calls the function again without these entries. Locks tables and the records
-- meter before spinners and the jobs meter, in the order of docs/contribute/locks.md (triggers).
create or replace function start_jobs_appending(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_triggers jsonb
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
declare
  lane_tables uuid[]; entry_lanes int[]; entry_counts int[]; entry_spinners uuid[]; entry_keys text[];
  entry_tables uuid[];
  left_out jsonb;
begin
  select * into lane_tables, entry_lanes, entry_counts, entry_spinners, entry_keys
    from jsonb_to_record(p_lanes) as l(tables uuid[]),
         jsonb_to_record(p_entries) as e(lanes int[], counts int[]),
         jsonb_to_record(p_triggers) as t(spinners uuid[], keys text[]);
  entry_tables := array(select lane_tables[e.lane] from unnest(entry_lanes) with ordinality e(lane, no) order by e.no);
  perform refuse_repeats(entry_tables => entry_tables, entry_spinners => entry_spinners, entry_keys => entry_keys);
  select jsonb_agg(to_jsonb(l)) into left_out
    from append_entries(p_now => p_now, p_period => p_period, p_lanes => p_lanes, p_entries => p_entries,
                        p_rows => p_rows) l;
  if left_out is not null then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = left_out;
  end if;
  return query
    select * from start_jobs_of_appends(
      p_now => p_now, p_period => p_period, p_triggers => p_triggers,
      entry_tables => entry_tables, entry_added => entry_counts, known_entries => null, known_ids => null
    );
end $$;
