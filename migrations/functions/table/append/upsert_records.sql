-- Writes the records of several requests in one commit, as `append_entries` does, for tables with match columns. Adds a
-- record if its key is new. If its key is known, changes the stored record, or nothing if that record has the same or
-- newer values.
--
-- p_lanes and p_entries have the lists that they have for `append_entries`, and one more each:
--
--   blanks        for each lane, the cells of a new record for which it has no value; null if every record has
--                 all values
--   folded        how many records of an entry were folded into others
--
-- Further arguments:
--
--   p_keys        16 bytes for each row; zeros for a row without a key
--   p_versions    how new each row is, if a table says so
--   p_older       by the number of the row, what older records of the same request say; an older record
--                 counts if the stored record is not newer
--
-- The caller must not send a key twice in one flush.
--
-- If nearly all keys are new (p_all_new), they are simply inserted, because looking up each key first halved the rate
-- of new records. A key that is known fails the flush with a unique violation. The caller then calls the function
-- again with p_all_new false.
--
-- Otherwise known keys are looked up, new keys are claimed in their order, and records are changed in the order of
-- ids. So flushes of several processes wait for each other but never deadlock. Known keys are locked only if versions
-- are compared. After a change the flush checks that the record still has the key. If two flushes change one record,
-- the later flush sees the values of the earlier one.
--
-- Returns every entry, with its counts or with the reason for which it was left out: 'stale', 'seen', or 'busy' while
-- an import has all keys of the table to itself. If the flush as a whole cannot be written, the function raises SP001
-- and writes nothing. An entry that came alone and exceeds the limit of the plan raises SP002, with the used and the
-- allowed number of records and the number of new ones.
create or replace function upsert_records(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb, p_keys bytea, p_versions text[],
  p_older jsonb, p_all_new boolean
) returns table (entry int, reason text, inserted int, updated int, unchanged int)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  no_key constant bytea := '\x00000000000000000000000000000000';
  lane_digests text[]; lane_by_webhook_url boolean[]; lane_tables uuid[]; lane_versions int[]; lane_blanks jsonb[];
  lane_entered boolean[]; lane_actor_keys uuid[];
  entry_lanes int[]; entry_counts int[]; entry_folded int[]; entry_requests text[]; entry_keys text[];
  entry_fingerprints text[];
  -- Values for each group of entries (lane): its data table, null if the caller's cached state of the group is
  -- stale; its organization, API key, use and limit of the plan, and match settings.
  good_tables uuid[]; orgs uuid[]; api_keys uuid[]; spent bigint[]; limits bigint[]; generations int[]; updates boolean[];
  free boolean[];
  -- Values for each entry, which is a request: its data table, null if the entry is left out, and its numbers
  -- of added and changed records. The rows of an entry begin after its start.
  tables uuid[]; firsts bigint[]; starts int[]; added int[]; changed int[];
  -- Values for claiming idempotency keys, one for each request; null if no request has a key.
  claimants uuid[]; routes text[]; may_go_on boolean[];
  has_keys boolean; lane_keys jsonb[];
  -- Whether one of the organizations has a subscription to the event record.added or record.updated.
  is_asked_for boolean;
  -- The ids, data tables and match keys of the records that this call has changed.
  written bigint[]; written_tables uuid[]; written_generations int[]; written_keys bytea[];
  -- The keys of the columns that this call has changed in any record; null if no spinner starts on entries into a segment
  -- of the tables.
  written_columns text[];
  part record; ledger record;
  overtaken boolean;
begin
  select * into lane_digests, lane_by_webhook_url, lane_tables, lane_versions, lane_blanks, lane_entered, lane_actor_keys,
                entry_lanes, entry_counts, entry_folded, entry_requests, entry_keys, entry_fingerprints
    from jsonb_to_record(p_lanes) as l(digests text[], by_webhook_url boolean[], tables uuid[], versions int[], blanks jsonb[],
                                       entered boolean[], actor_keys uuid[]),
         jsonb_to_record(p_entries) as e(lanes int[], counts int[], folded int[], requests text[], keys text[],
                                         fingerprints text[]);
  select array_agg(case when l.by_webhook_url or p.has_api_keys then t.id end order by l.no),
         array_agg(o.id order by l.no), array_agg(coalesce(k.id, lane_actor_keys[l.no]) order by l.no),
         array_agg(coalesce(m.used, 0) order by l.no), array_agg(p.records order by l.no),
         array_agg(t.match_generation order by l.no), array_agg(t.match->>'onMatch' = 'update' order by l.no),
         bool_or(t.column_keys is not null), bool_or(i.type is not null)
    into good_tables, orgs, api_keys, spent, limits, generations, updates, has_keys, is_asked_for
    from unnest(lane_digests, lane_by_webhook_url, lane_tables, lane_versions)
         with ordinality as l(digest, by_webhook_url, table_id, version, no)
    left join api_keys k
      on not l.by_webhook_url and k.digest = l.digest and 'ingest' = any(k.scopes)
     and (k.revoked_at is null or k.revoked_at > p_now) and (k.expires_at is null or k.expires_at > p_now)
    left join data_tables t
      on t.id = l.table_id and t.schema_version = l.version and t.match is not null
     and case when l.by_webhook_url
              then t.ingest_token_digest = l.digest
                   or t.previous_token_digest = l.digest and t.previous_token_until > p_now
              else t.organization_id = k.organization_id
                   and (k.project_ids is null or t.project_id = any(k.project_ids)) end
    left join organizations o on o.id = t.organization_id
    left join plans p on p.id = o.plan_id
    left join lateral (
      select e.type from event_subscriptions e
       where e.organization_id = o.id and e.type in ('record.added', 'record.updated') limit 1) i on true
    left join lateral meter_of(p_organization => o.id, p_meter => 'records', p_period => p_period) m on true;

  -- Tries the lock of each data table's record keys without waiting, because this flush also contains records
  -- of other tables. The entries of a locked table are left out.
  select array_agg(t is not null and pg_try_advisory_xact_lock_shared(keys_lock(p_table => t)) order by no)
    into free from unnest(good_tables) with ordinality as l(t, no);

  select array_agg(case when free[e.lane] then good_tables[e.lane] end order by e.no),
         array_agg(case when free[e.lane] then nextval('record_blocks') end order by e.no),
         array_agg(e.start order by e.no)
    into tables, firsts, starts
    from (select lane, no, sum(count) over (order by no) - count as start
            from unnest(entry_lanes, entry_counts) with ordinality as e(lane, count, no)) e;

  -- Claims the idempotency keys with an empty answer; the real answer is stored below, when the rows are written.
  if entry_keys is not null then
    select array_agg(case when e.table_id is not null then orgs[e.lane] end order by e.no),
           array_agg(case when lane_by_webhook_url[e.lane] then 'ingest:' || good_tables[e.lane] else 'ingest' end order by e.no)
      into claimants, routes
      from unnest(tables, entry_lanes) with ordinality as e(table_id, lane, no);
    may_go_on := claim_idempotency_keys(
      p_now => p_now, entry_organizations => claimants, entry_routes => routes, entry_keys => entry_keys,
      entry_fingerprints => entry_fingerprints,
      entry_answers => array_fill('{}'::jsonb, array[cardinality(entry_keys)])
    );
    if false = any(may_go_on) then
      tables := array(select case when e.goes_on then e.table_id end
                        from unnest(tables, may_go_on) with ordinality as e(table_id, goes_on, no) order by e.no);
    end if;
  end if;

  if array_position(tables, null) is not null then
    return query
      select e.no::int, case when good_tables[e.lane] is null then 'stale'
                             when not free[e.lane] then 'busy'
                             else 'seen' end, 0, 0, 0
        from unnest(tables, entry_lanes) with ordinality as e(table_id, lane, no)
       where e.table_id is null;
  end if;

  if has_keys then
    lane_keys := array(
      select t.column_keys from unnest(good_tables) with ordinality as l(id, no) left join data_tables t on t.id = l.id
       order by l.no);
    p_rows := stored_rows(p_rows, entry_lanes, lane_keys);
    lane_blanks := array(
      select case when l.keys is null then l.blank else stored_cells(l.blank, l.keys) end
        from unnest(lane_blanks, lane_keys) with ordinality as l(blank, keys, no) order by l.no);
    p_older := (
      select jsonb_object_agg(o.row_no, case when lane_keys[e.lane] is null then o.parts else (
               select jsonb_agg(p.part || jsonb_build_object('d', stored_cells(p.part -> 'd', lane_keys[e.lane])) order by p.no)
                 from jsonb_array_elements(o.parts) with ordinality p(part, no)) end)
        from jsonb_each(p_older) o(row_no, parts)
        join unnest(entry_lanes, entry_counts, starts) e(lane, count, start)
          on o.row_no::int > e.start and o.row_no::int <= e.start + e.count);
  end if;

  if p_all_new then
    insert into record_keys (data_table_id, generation, key, record_id, version)
    select e.table_id, generations[e.lane], substring(p_keys from 16 * (e.start + n) - 15 for 16), e.first_id + n - 1,
           p_versions[e.start + n]
      from unnest(tables, firsts, entry_lanes, entry_counts, starts) as e(table_id, first_id, lane, count, start)
      cross join lateral generate_series(1, e.count) n
     where e.table_id is not null and substring(p_keys from 16 * (e.start + n) - 15 for 16) <> no_key
     order by 1, 2, 3;
    insert into records (data_table_id, id, data)
    select e.table_id, e.first_id + r.no - 1, coalesce(lane_blanks[e.lane] || r.data, r.data)
      from rows from (unnest(tables), unnest(firsts), unnest(entry_lanes), jsonb_array_elements(p_rows))
           as e(table_id, first_id, lane, rows)
      cross join lateral jsonb_array_elements(e.rows) with ordinality as r(data, no)
     where e.table_id is not null;
    added := entry_counts;
    changed := array_fill(0, array[cardinality(entry_counts)]);
  else
    if p_versions is not null then
      perform from unnest(tables, entry_lanes, entry_counts, starts) as e(table_id, lane, count, start)
        cross join lateral generate_series(1, e.count) n
        cross join lateral (
          select x.key from record_keys x
           where x.data_table_id = e.table_id and x.generation = generations[e.lane]
             and x.key = substring(p_keys from 16 * (e.start + n) - 15 for 16) offset 0) k
        join record_keys l on l.data_table_id = e.table_id and l.generation = generations[e.lane] and l.key = k.key
       order by l.data_table_id, l.generation, l.key for update of l;
    end if;
    with sent as materialized (
      select e.no as entry, e.lane, e.table_id, e.first_id, e.start + r.no as row_no, r.data as newest,
             substring(p_keys from (16 * (e.start + r.no) - 15)::int for 16) as key, p_versions[e.start + r.no] as version
        from rows from (unnest(tables), unnest(firsts), unnest(entry_lanes), unnest(starts), jsonb_array_elements(p_rows))
             with ordinality as e(table_id, first_id, lane, start, rows, no)
        cross join lateral jsonb_array_elements(e.rows) with ordinality as r(data, no)
       where e.table_id is not null
    ), found as materialized (
      -- A match key whose record is gone counts as new. Keys and records are looked up one by one ("offset 0"):
      -- as joins they could be planned by the table alone, which reads all of its rows.
      -- A cell is a text, a number, a boolean or null. So a record that contains all new cells would not change, and the
      -- merged record need not be built to see that, which took 5 % of an update.
      select s.*, generations[s.lane] as generation, k.record_id, a.data, d.data as stored, d.id is null as is_new,
             updates[s.lane] and coalesce(s.version, '') collate "C" >= coalesce(k.version, '')
             and not d.data @> a.data as applies
        from sent s
        left join lateral (
          select x.record_id, x.version from record_keys x
           where x.data_table_id = s.table_id and x.generation = generations[s.lane] and x.key = s.key offset 0) k on true
        left join lateral (
          select x.id, x.data from records x where x.data_table_id = s.table_id and x.id = k.record_id offset 0) d on true
        cross join lateral (
          select case when p_older is null then s.newest else coalesce((
                   select jsonb_object_agg(c.key, c.value order by o.no)
                     from jsonb_array_elements(p_older -> s.row_no::text) with ordinality o(part, no)
                     cross join lateral jsonb_each(o.part -> 'd') c
                    where d.id is null or o.part ->> 'v' collate "C" >= coalesce(k.version, '')), '{}') || s.newest end as data
          offset 0) a
    ), placed as materialized (
      select f.*, f.first_id + row_number() over (partition by f.entry order by f.row_no) - 1 as id
        from found f where f.is_new
    ), claims as (
      insert into record_keys (data_table_id, generation, key, record_id, version)
      select p.table_id, p.generation, p.key, p.id, p.version from placed p
       where p.record_id is null and p.key <> no_key order by 1, 2, 3
      on conflict do nothing
      returning 1
    ), takeovers as (
      update record_keys k set record_id = p.id, version = p.version
        from placed p
       where k.data_table_id = p.table_id and k.generation = p.generation and k.key = p.key and k.record_id = p.record_id
      returning 1
    ), inserts as (
      insert into records (data_table_id, id, data)
      select p.table_id, p.id, coalesce(lane_blanks[p.lane] || p.data, p.data) from placed p
    ), updated as (
      update records d set data = d.data || f.data
        from (select * from found where applies order by table_id, record_id) f
       where d.data_table_id = f.table_id and d.id = f.record_id
      returning f.entry, f.lane, f.table_id, f.generation, f.key, f.version, f.record_id, f.stored, f.data
    ), versions as (
      update record_keys k set version = u.version
        from updated u
       where u.version is not null
         and k.data_table_id = u.table_id and k.generation = u.generation and k.key = u.key
    ), changes as (
      insert into record_changes (data_table_id, record_id, at, request_id, api_key_id, columns)
      select u.table_id, u.record_id, p_now, entry_requests[u.entry], api_keys[u.lane],
             array(select c.key from jsonb_each(u.data) c where u.stored -> c.key is distinct from c.value)
        from updated u
      returning columns
    ), counts as materialized (
      select c.entry, sum(c.added) as added, sum(c.changed) as changed
        from (select entry, is_new::int as added, 0 as changed from found
              union all select entry, 0, 1 from updated) c
       group by c.entry
    )
    select array_agg(coalesce(c.added, 0)::int order by e.no), array_agg(coalesce(c.changed, 0)::int order by e.no),
           (select count(*) from placed where key <> no_key) <> (select count(*) from claims) + (select count(*) from takeovers)
           or (select count(*) from found where applies) <> (select count(*) from updated),
           w.ids, w.tables, w.generations, w.keys,
           case when exists (select from record_watches x where x.data_table_id = any(good_tables))
                then array(select distinct c.key from changes h, unnest(h.columns) c(key)) end
      into added, changed, overtaken, written, written_tables, written_generations, written_keys, written_columns
      from generate_series(1, cardinality(tables)) e(no)
      left join counts c on c.entry = e.no
      cross join (
        select array_agg(u.record_id) as ids, array_agg(u.table_id) as tables, array_agg(u.generation) as generations,
               array_agg(u.key) as keys
          from updated u) w
     group by w.ids, w.tables, w.generations, w.keys;
    -- Raises SP001 if another process has claimed one of the match keys, or deleted one of the records, since
    -- they were looked up.
    if overtaken then
      raise exception 'a key changed during the flush' using errcode = 'SP001';
    end if;
    if written is not null then
      -- Checks in a new statement that changed records still have their match keys. An edit by a user removes
      -- the old key of a record before it changes the cells, and this flush may have waited for the edit.
      if exists (
        select from unnest(written_tables, written_generations, written_keys, written) as w(table_id, generation, key, id)
          left join lateral (
            select x.record_id from record_keys x
             where x.data_table_id = w.table_id and x.generation = w.generation and x.key = w.key offset 0) k on true
         where k.record_id is distinct from w.id
      ) then
        raise exception 'a record was edited during the flush' using errcode = 'SP001';
      end if;
      perform note_changes(p_tables => good_tables, p_records => written, p_columns => written_columns);
      if is_asked_for then
        perform note_records(p_type => 'record.updated', p_table => w.table_id, p_records => w.ids, p_at => p_now)
           from (select u.table_id, array_agg(u.id order by u.id) as ids
                   from unnest(written_tables, written) u(table_id, id) group by u.table_id) w;
      end if;
    end if;
  end if;

  -- Raises SP002 for an entry that came alone and exceeds the plan, with the amount used and allowed.
  if cardinality(tables) = 1 and spent[entry_lanes[1]] + added[1] > limits[entry_lanes[1]] then
    raise exception 'the plan has too little left for the new records' using errcode = 'SP002',
      detail = json_build_object('used', spent[entry_lanes[1]], 'limit', limits[entry_lanes[1]], 'requested', added[1]);
  end if;

  -- Locks the ledgers, writes the appends and spends the meter as append_entries does. Locks also a data table
  -- that gets no new record, because its match columns must not change before the commit.
  for part in
    select e.table_id as id, min(lane_versions[e.lane]) as version,
           count(*) filter (where e.added > 0) as appends, sum(e.added) as records
      from unnest(tables, entry_lanes, added) as e(table_id, lane, added)
     where e.table_id is not null
     group by e.table_id order by e.table_id
  loop
    ledger := lock_ledger(p_table => part.id, p_version => part.version);
    if ledger.last_seq is null then
      raise exception 'a table changed during the flush' using errcode = 'SP001';
    end if;
    insert into appends (data_table_id, seq, first_id, count, appended, api_key_id, request_id, idempotency_key,
                         created_at, source)
    select part.id, ledger.last_seq + row_number() over w, e.first_id, e.added, ledger.appended + sum(e.added) over w,
           api_keys[e.lane], e.request, e.key, (select time_of_append(p_table => part.id, p_at => p_now)),
           case when lane_entered[e.lane] then null else 'w' end
      from unnest(tables, firsts, entry_lanes, added, entry_requests, entry_keys)
           as e(table_id, first_id, lane, added, request, key)
     where e.table_id = part.id and e.added > 0
    window w as (rows unbounded preceding);
    if is_asked_for then
      perform note_records(
        p_type => 'record.added', p_table => part.id, p_at => p_now,
        p_records => array(
          select e.first_id + n from unnest(tables, firsts, added) with ordinality as e(table_id, first_id, count, no)
            cross join lateral generate_series(0, e.count - 1) n
           where e.table_id = part.id order by e.no, n));
    end if;
  end loop;

  if entry_keys is not null then
    update idempotency_keys i
       set answer = jsonb_build_object('inserted', e.added, 'updated', e.changed,
                                       'unchanged', e.count + e.folded - e.added - e.changed)
      from unnest(tables, claimants, routes, entry_keys, entry_counts, entry_folded, added, changed)
           as e(table_id, organization_id, route, key, count, folded, added, changed)
     where e.table_id is not null
       and i.organization_id = e.organization_id and i.route = e.route and i.key = e.key;
  end if;

  for part in
    select orgs[e.lane] as id, min(limits[e.lane]) as allowed, sum(e.added) as records
      from unnest(tables, entry_lanes, added) as e(table_id, lane, added)
     where e.table_id is not null and e.added > 0
     group by 1 order by 1
  loop
    if not spend_meter(p_organization => part.id, p_meter => 'records', p_period => p_period,
                       p_amount => part.records::bigint, p_allowed => part.allowed, p_now => p_now) then
      raise exception 'a meter has too little left for the whole flush' using errcode = 'SP001';
    end if;
  end loop;

  return query
    select e.no::int, null::text, e.added, e.changed, e.count + e.folded - e.added - e.changed
      from unnest(tables, entry_counts, entry_folded, added, changed)
           with ordinality as e(table_id, count, folded, added, changed, no)
     where e.table_id is not null;
end $$;
