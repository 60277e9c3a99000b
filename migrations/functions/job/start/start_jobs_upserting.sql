-- Handles several trigger requests whose bodies contain records, as start_jobs_appending does, for tables
-- with match columns. Each job runs over the records of its request, whether they were added, changed or left
-- unchanged. The arguments with rows and keys are those of upsert_records.
create or replace function start_jobs_upserting(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_keys bytea, p_versions text[],
  p_older jsonb, p_triggers jsonb
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
declare
  no_key constant bytea := '\x00000000000000000000000000000000';
  lane_tables uuid[]; entry_lanes int[]; entry_counts int[]; entry_spinners uuid[]; entry_keys text[];
  entry_tables uuid[];
  left_out jsonb;
  added int[]; entries int[]; ids bigint[];
begin
  select * into lane_tables, entry_lanes, entry_counts, entry_spinners, entry_keys
    from jsonb_to_record(p_lanes) as l(tables uuid[]),
         jsonb_to_record(p_entries) as e(lanes int[], counts int[]),
         jsonb_to_record(p_triggers) as t(spinners uuid[], keys text[]);
  entry_tables := array(select lane_tables[e.lane] from unnest(entry_lanes) with ordinality e(lane, no) order by e.no);
  perform refuse_repeats(entry_tables => entry_tables, entry_spinners => entry_spinners, entry_keys => entry_keys);
  select jsonb_agg(to_jsonb(u)) filter (where u.reason is not null), array_agg(u.inserted order by u.entry)
    into left_out, added
    from upsert_records(p_now => p_now, p_period => p_period, p_lanes => p_lanes, p_entries => p_entries,
                        p_rows => p_rows, p_keys => p_keys, p_versions => p_versions, p_older => p_older,
                        p_all_new => false) u;
  if left_out is not null then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = left_out;
  end if;
  select array_agg(k.entry), array_agg(k.record_id) into entries, ids
    from (
      select e.no::int as entry, x.record_id
        from (select table_id, count, no, sum(count) over (order by no) - count as start
                from unnest(entry_tables, entry_counts) with ordinality u(table_id, count, no)) e
        join data_tables t on t.id = e.table_id
        cross join lateral generate_series(1, e.count) n
        join record_keys x
          on x.data_table_id = e.table_id and x.generation = t.match_generation
         and x.key = substring(p_keys from (16 * (e.start + n) - 15)::int for 16)
       where substring(p_keys from (16 * (e.start + n) - 15)::int for 16) <> no_key) k;
  return query
    select * from start_jobs_of_appends(
      p_now => p_now, p_period => p_period, p_triggers => p_triggers,
      entry_tables => entry_tables, entry_added => added, known_entries => entries, known_ids => ids
    );
end $$;
