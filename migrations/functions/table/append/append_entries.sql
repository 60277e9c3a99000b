-- Writes the records of several requests ("entries") in one commit and one round trip; this is the hot path.
-- Entries with the same credential, table and columns form a group ("lane"), for which the credential and the
-- table are looked up once.
--
-- Rows are written first, the ledger and the meter last: every flush of an organization needs both, and they
-- stay locked until the commit is on disk. So the next flush can write its rows meanwhile (with the meter
-- first, the rate at 16 clients was 0.21 of the raw insert rate; this way it is 1.3).
--
-- A table with match columns is always 'stale' here: only `upsert_records` writes to it.
--
-- Rows are stored with the column names as keys, unless a column of one of the tables was renamed or removed
-- (column_keys).
--
-- The lists of p_lanes have one item for each lane; those of p_entries, and p_rows, one for each entry. The
-- number of an entry's lane counts from 1.
--
--   entered, actor_keys  whether the records of a lane came with the management API, and the API key that entered
--              them, null for a person; null as a whole if the flush has no such lane
--   keys, fingerprints   null as a whole if no entry has an idempotency key
--   contents   the digests of the records of an entry that its Idempotency-Key names, in their order; null for
--              an entry that claims nothing. The row of the key claims them, as `claim_deliveries` says.
--
-- Returns the entries that were left out and why: 'stale' (the caller's cached state differs from the
-- database), 'seen' (the idempotency key is taken), 'claimed' (a record of the delivery may be in the table
-- already) or 'over_limit'. If the flush as a whole cannot be written, the function raises SP001 and writes
-- nothing; the caller then tries the entries one by one.
create or replace function append_entries(
  p_now timestamptz, p_period text, p_lanes jsonb, p_entries jsonb, p_rows jsonb
) returns table (entry int, reason text, used bigint, allowed bigint)
language plpgsql
--! include one_plan
as $$
declare
  lane_digests text[]; lane_by_webhook_url boolean[]; lane_tables uuid[]; lane_versions int[];
  lane_entered boolean[]; lane_actor_keys uuid[];
  entry_lanes int[]; entry_counts int[]; entry_requests text[]; entry_keys text[]; entry_fingerprints text[];
  entry_contents text[];
  -- Values for each group of entries (lane): its data table, null if the caller's cached state of the group is
  -- stale; its organization, API key, and use and limit of the plan.
  good_tables uuid[]; orgs uuid[]; api_keys uuid[]; spent bigint[]; limits bigint[];
  -- Values for each entry, which is a request: its data table, null if the entry is left out, and the id of its
  -- first record.
  tables uuid[]; firsts bigint[];
  -- Values for claiming idempotency keys, one for each request; null if no request has a key.
  claimants uuid[]; routes text[]; answers jsonb[]; may_go_on boolean[]; claimed int[] := '{}';
  has_keys boolean;
  -- Whether one of the organizations has a subscription to the event record.added.
  is_asked_for boolean;
  part record;
  ledger record;
begin
  select * into lane_digests, lane_by_webhook_url, lane_tables, lane_versions, lane_entered, lane_actor_keys, entry_lanes,
                entry_counts, entry_requests, entry_keys, entry_fingerprints, entry_contents
    from jsonb_to_record(p_lanes) as l(digests text[], by_webhook_url boolean[], tables uuid[], versions int[],
                                       entered boolean[], actor_keys uuid[]),
         jsonb_to_record(p_entries) as e(lanes int[], counts int[], requests text[], keys text[], fingerprints text[],
                                         contents text[]);
  select array_agg(case when l.by_webhook_url or p.has_api_keys then t.id end order by l.no),
         array_agg(o.id order by l.no), array_agg(coalesce(k.id, lane_actor_keys[l.no]) order by l.no),
         array_agg(coalesce(m.used, 0) order by l.no), array_agg(p.records order by l.no),
         bool_or(t.column_keys is not null), bool_or(i.type is not null)
    into good_tables, orgs, api_keys, spent, limits, has_keys, is_asked_for
    from unnest(lane_digests, lane_by_webhook_url, lane_tables, lane_versions)
         with ordinality as l(digest, by_webhook_url, table_id, version, no)
    left join api_keys k
      on not l.by_webhook_url and k.digest = l.digest and 'ingest' = any(k.scopes)
     and (k.revoked_at is null or k.revoked_at > p_now) and (k.expires_at is null or k.expires_at > p_now)
    left join data_tables t
      on t.id = l.table_id and t.schema_version = l.version and t.match is null
     and case when l.by_webhook_url
              then t.ingest_token_digest = l.digest
                   or t.previous_token_digest = l.digest and t.previous_token_until > p_now
              else t.organization_id = k.organization_id
                   and (k.project_ids is null or t.project_id = any(k.project_ids)) end
    left join organizations o on o.id = t.organization_id
    left join plans p on p.id = o.plan_id
    left join event_subscriptions i on i.organization_id = o.id and i.type = 'record.added'
    left join lateral meter_of(p_organization => o.id, p_meter => 'records', p_period => p_period) m on true;

  -- Takes a block of record ids for each entry; an entry that is left out below leaves its block unused.
  select array_agg(e.table_id order by e.no),
         array_agg(case when e.table_id is not null then nextval('record_blocks') end order by e.no)
    into tables, firsts
    from (select no, case when limits[lane] is null or spent[lane] + count <= limits[lane] then good_tables[lane] end as table_id
            from unnest(entry_lanes, entry_counts) with ordinality as e(lane, count, no)) e;

  if entry_keys is not null then
    select array_agg(case when e.table_id is not null then orgs[e.lane] end order by e.no),
           array_agg(case when lane_by_webhook_url[e.lane] then 'ingest:' || good_tables[e.lane] else 'ingest' end order by e.no),
           array_agg(jsonb_build_object('inserted', e.count) order by e.no)
      into claimants, routes, answers
      from unnest(tables, entry_lanes, entry_counts) with ordinality as e(table_id, lane, count, no);
    may_go_on := claim_keys(
      p_now => p_now, entry_tables => tables, entry_organizations => claimants, entry_routes => routes,
      entry_keys => entry_keys, entry_fingerprints => entry_fingerprints, entry_answers => answers,
      entry_contents => entry_contents
    );
    if false = any(may_go_on) then
      tables := array(select case when e.goes_on then e.table_id end
                        from unnest(tables, may_go_on) with ordinality as e(table_id, goes_on, no) order by e.no);
    end if;
    -- Checks for claims of admitted deliveries in a statement after the one that stored the idempotency keys.
    -- It then sees the claims of an admission for which the keys had to wait.
    if entry_contents is not null and exists (select from arrival_claims c where c.data_table_id = any(good_tables)) then
      claimed := array(
        select e.no::int from unnest(tables, entry_lanes, entry_keys, entry_contents)
                              with ordinality as e(table_id, lane, key, contents, no)
         where e.table_id is not null and e.contents is not null
           and exists (select from arrival_claims c
                        where c.data_table_id = e.table_id
                          and c.key = claim_of_key(p_by_webhook_url => lane_by_webhook_url[e.lane], p_key => e.key)));
      if cardinality(claimed) > 0 then
        delete from idempotency_keys i
         using unnest(claimants, routes, entry_keys) with ordinality as e(organization_id, route, key, no)
         where e.no = any(claimed)
           and i.organization_id = e.organization_id and i.route = e.route and i.key = e.key;
        tables := array(select case when e.no <> all(claimed) then e.table_id end
                          from unnest(tables) with ordinality as e(table_id, no) order by e.no);
      end if;
    end if;
  end if;

  if array_position(tables, null) is not null then
    return query
      select e.no::int,
             case when good_tables[e.lane] is null then 'stale'
                  when e.no = any(claimed) then 'claimed'
                  -- A repeated request gets its first answer, even if the plan no longer has room for its records.
                  when i.key is null and spent[e.lane] + e.count > limits[e.lane] then 'over_limit'
                  else 'seen' end,
             spent[e.lane], limits[e.lane]
        from unnest(tables, entry_lanes, entry_counts, routes, entry_keys)
             with ordinality as e(table_id, lane, count, route, key, no)
        left join idempotency_keys i on i.organization_id = orgs[e.lane] and i.route = e.route and i.key = e.key
       where e.table_id is null;
  end if;

  if has_keys then
    p_rows := stored_rows(p_rows, entry_lanes, array(
      select t.column_keys from unnest(good_tables) with ordinality as l(id, no) left join data_tables t on t.id = l.id
       order by l.no));
  end if;

  insert into records (data_table_id, id, data)
  select e.table_id, e.first_id + r.no - 1, r.data
    from rows from (unnest(tables), unnest(firsts), jsonb_array_elements(p_rows)) as e(table_id, first_id, rows)
    cross join lateral jsonb_array_elements(e.rows) with ordinality as r(data, no)
   where e.table_id is not null;

  -- Locks the data tables' rows in the order of their ids; otherwise two flushes could deadlock.
  for part in
    select e.table_id as id, min(lane_versions[e.lane]) as version, count(*) as appends, sum(e.count) as records
      from unnest(tables, entry_lanes, entry_counts) as e(table_id, lane, count)
     where e.table_id is not null
     group by e.table_id order by e.table_id
  loop
    ledger := lock_ledger(p_table => part.id, p_version => part.version);
    if ledger.last_seq is null then
      raise exception 'a table changed during the flush' using errcode = 'SP001';
    end if;
    insert into appends (data_table_id, seq, first_id, count, appended, api_key_id, request_id, idempotency_key,
                         created_at, source)
    select part.id, ledger.last_seq + row_number() over w, e.first_id, e.count, ledger.appended + sum(e.count) over w,
           api_keys[e.lane], e.request, e.key, (select time_of_append(p_table => part.id, p_at => p_now)),
           case when lane_entered[e.lane] then null else 'w' end
      from unnest(tables, firsts, entry_lanes, entry_counts, entry_requests, entry_keys)
           as e(table_id, first_id, lane, count, request, key)
     where e.table_id = part.id
    window w as (rows unbounded preceding);
    if is_asked_for then
      perform note_records(
        p_type => 'record.added', p_table => part.id, p_at => p_now,
        p_records => array(
          select e.first_id + n from unnest(tables, firsts, entry_counts) with ordinality as e(table_id, first_id, count, no)
            cross join lateral generate_series(0, e.count - 1) n
           where e.table_id = part.id order by e.no, n));
    end if;
  end loop;

  for part in
    select orgs[e.lane] as id, min(limits[e.lane]) as allowed, sum(e.count) as records
      from unnest(tables, entry_lanes, entry_counts) as e(table_id, lane, count)
     where e.table_id is not null
     group by 1 order by 1
  loop
    if not spend_meter(p_organization => part.id, p_meter => 'records', p_period => p_period,
                       p_amount => part.records::bigint, p_allowed => part.allowed, p_now => p_now) then
      raise exception 'a meter has too little left for the whole flush' using errcode = 'SP001';
    end if;
  end loop;
end $$;
