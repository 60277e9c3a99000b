-- Stores arrivals within the space of their organization (p_most, in bytes). To make room, deletes accepted,
-- refused and ignored arrivals, oldest first, but never held ones. Returns the outcome of each: 'kept';
-- 'full' (held arrivals fill the space); 'duplicate' (the arrival is stored already, or its records were
-- added); or 'gone' (the table of the arrival is deleted, or moves to another cell with its organization).
--
-- Each list of p_arrivals has one item for each arrival; `facts` has objects with the fields reasons,
-- heldPositions and recordsRoot. Each list of p_claims has the claim of each arrival, or null. The bodies are no list of
-- p_arrivals, because JSON would have to encode their bytes as text.
create or replace function keep_arrivals(
  p_most bigint, p_arrivals jsonb, p_bodies bytea[], p_claims jsonb
) returns table (entry int, outcome text)
language plpgsql
--! include one_plan
as $$
declare
  arrival_ids uuid[]; arrival_organizations uuid[]; arrival_tables uuid[]; arrival_states text[]; arrival_codes text[];
  arrival_formats text[]; arrival_mappings uuid[]; arrival_keys uuid[]; arrival_requests text[]; arrival_records int[];
  arrival_accepted int[]; arrival_times timestamptz[]; arrival_sizes int[]; arrival_facts jsonb[];
  claim_keys bytea[]; claim_times timestamptz[]; claim_seconds int[];
  shared uuid[];
  owner uuid;
  used bigint; excess bigint; freed bigint;
  outcomes text[];
  no int;
  claimants int[]; taken jsonb; pair jsonb;
begin
  select * into arrival_ids, arrival_organizations, arrival_tables, arrival_states, arrival_codes, arrival_formats,
                arrival_mappings, arrival_keys, arrival_requests, arrival_records, arrival_accepted, arrival_times,
                arrival_sizes, arrival_facts, claim_keys, claim_times, claim_seconds
    from jsonb_to_record(p_arrivals) as a(
           ids uuid[], organizations uuid[], tables uuid[], states text[], codes text[], formats text[], mappings uuid[],
           api_keys uuid[], requests text[], records int[], accepted int[], times timestamptz[], sizes int[], facts jsonb[]),
         jsonb_to_record(p_claims) as c(keys bytea[], times timestamptz[], seconds int[]);
  -- Shares the tables, because a move of an organization to another cell locks them until it deletes them with their
  -- arrivals. Treats a locked table as gone instead of waiting for it, because the other arrivals of this call may
  -- belong to other organizations.
  shared := array(
    select t.id from stored_data_tables t where t.id = any(arrival_tables) order by t.id for key share skip locked);
  outcomes := array(
    select case when a.table_id is not null and a.table_id <> all(shared) or exists (
                  select from organization_departures d
                   where d.organization_id = a.organization_id and d.status in ('switching', 'departed'))
                then 'gone' end
      from unnest(arrival_tables, arrival_organizations) with ordinality a(table_id, organization_id, n) order by a.n);
  for owner in
    select distinct a.o from unnest(arrival_organizations, outcomes) a(o, outcome) where a.outcome is null order by a.o
  loop
    insert into arrival_usage (organization_id) values (owner) on conflict do nothing;
    select u.held_bytes into used from arrival_usage u where u.organization_id = owner for update;
    for no in 1 .. cardinality(arrival_ids) loop
      continue when arrival_organizations[no] <> owner or outcomes[no] = 'gone';
      if used + arrival_sizes[no] > p_most then
        outcomes[no] := 'full';
      else
        outcomes[no] := 'kept';
        if arrival_states[no] in ('received', 'held') then
          used := used + arrival_sizes[no];
        end if;
      end if;
    end loop;
  end loop;

  -- Claims all deliveries in one call, because nearly all are new and none conflicts.
  claimants := array(select n from generate_series(1, cardinality(arrival_ids)) n
                      where outcomes[n] = 'kept' and claim_keys[n] is not null order by n);
  taken := claim_deliveries(
    array(select arrival_tables[n] from unnest(claimants) with ordinality c(n, i) order by i),
    array(select claim_keys[n] from unnest(claimants) with ordinality c(n, i) order by i),
    array_fill('{-1}'::text, array[cardinality(claimants)]),
    array_fill(null::text, array[cardinality(claimants)]),
    array(select claim_times[n] from unnest(claimants) with ordinality c(n, i) order by i),
    array(select claim_seconds[n] from unnest(claimants) with ordinality c(n, i) order by i));
  for pair in select value from jsonb_array_elements(taken) loop
    outcomes[claimants[(pair ->> 0)::int]] := 'duplicate';
  end loop;

  insert into arrivals (id, organization_id, data_table_id, status, code, reasons, format, mapping_id, api_key_id,
                        request_id, records, accepted, held_positions, records_root, received_at, body, size)
  select a.id, a.organization_id, a.table_id, a.status, a.code, a.facts -> 'reasons', a.format, a.mapping_id, a.api_key_id,
         a.request_id, a.records, a.accepted,
         held.positions, held.records_root, a.at, a.body, a.size
    from unnest(arrival_ids, arrival_organizations, arrival_tables, arrival_states, arrival_codes, arrival_formats,
                arrival_mappings, arrival_keys, arrival_requests, arrival_records, arrival_accepted, arrival_times,
                arrival_sizes, p_bodies, arrival_facts, outcomes)
         as a(id, organization_id, table_id, status, code, format, mapping_id, api_key_id, request_id, records, accepted,
              at, size, body, facts, outcome)
         cross join lateral held_records(p_facts => a.facts) held(positions, records_root)
   where a.outcome = 'kept';

  perform note_arrivals(
    p_arrivals => array(
      select arrival_ids[n] from generate_series(1, cardinality(arrival_ids)) n
       where outcomes[n] = 'kept' and arrival_states[n] in ('held', 'refused')),
    p_at => (select max(t) from unnest(arrival_times) t));

  for owner in
    select distinct a.o from unnest(arrival_organizations, outcomes) a(o, outcome) where a.outcome <> 'gone' order by a.o
  loop
    select u.held_bytes + u.other_bytes - p_most into excess from arrival_usage u where u.organization_id = owner;
    -- Passes over locked arrivals, because their transactions wait for the row of arrival_usage. The organization
    -- may exceed its space until an arrival is stored after them.
    while excess > 0 loop
      with oldest as (
        select id, size from arrivals
         where organization_id = owner and status in ('accepted', 'ignored', 'refused')
         order by id limit 50 for update skip locked
      ), measured as (
        select id, sum(size) over (order by id) - size as before from oldest
      ), gone as (
        delete from arrivals a using measured m where a.id = m.id and m.before < excess returning a.size
      )
      select coalesce(sum(size), 0) into freed from gone;
      exit when freed = 0;
      excess := excess - freed;
    end loop;
  end loop;

  return query select n, outcomes[n] from generate_series(1, cardinality(arrival_ids)) n;
end $$;
