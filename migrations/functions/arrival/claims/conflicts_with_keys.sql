-- Compares claims of deliveries that an Idempotency-Key identifies with the rows of these keys, for
-- claim_deliveries. Returns the records that could not be claimed, as claim_deliveries does.
--
-- Inserts each key and deletes it again. The insert waits for a request with the same key whose commit is
-- under way, and makes a request that comes meanwhile wait for this transaction. Each then sees what the
-- other has claimed.
create or replace function conflicts_with_keys(
  claim_tables uuid[], claim_keys bytea[], claim_places text[], claim_contents text[], claim_times timestamptz[],
  claim_seconds int[]
) returns jsonb
language plpgsql
--! include one_plan
as $$
declare
  -- Values for each claim that has an idempotency key: the claim's number, organization, route and key.
  nos int[]; orgs uuid[]; routes text[]; names text[];
  entered record;
  taken jsonb;
begin
  select array_agg(c.no::int order by c.no), array_agg(t.organization_id order by c.no),
         array_agg(case when c.name like E'key\n%' then 'ingest' else 'ingest:' || c.table_id end order by c.no),
         array_agg(split_part(c.name, E'\n', 2) order by c.no)
    into nos, orgs, routes, names
    from (select k.no, k.table_id, convert_from(substring(k.key from 17), 'UTF8') as name
            from unnest(claim_tables, claim_keys) with ordinality as k(table_id, key, no)
           where octet_length(k.key) > 16) c
    join data_tables t on t.id = c.table_id;
  with own as (
    insert into idempotency_keys as i (organization_id, route, key, fingerprint, answer, created_at)
    select e.organization_id, e.route, e.key, '', '{}'::jsonb, claim_times[e.no]
      from unnest(orgs, routes, names, nos) as e(organization_id, route, key, no)
     order by e.key collate "C", e.organization_id, e.route
    on conflict do nothing
    returning i.organization_id, i.route, i.key
  )
  select array_agg(o.organization_id) as organizations, array_agg(o.route) as routes, array_agg(o.key) as keys
    into entered from own o;
  delete from idempotency_keys i
   using unnest(entered.organizations, entered.routes, entered.keys) as e(organization_id, route, key)
   where i.organization_id = e.organization_id and i.route = e.route and i.key = e.key;
  select jsonb_agg(jsonb_build_array(e.no, p.place, coalesce(p.content <> i.record_digests[p.place + 1], false))) into taken
    from unnest(nos, orgs, routes, names) as e(no, organization_id, route, key)
    join idempotency_keys i on i.organization_id = e.organization_id and i.route = e.route and i.key = e.key
     and i.data_table_id = claim_tables[e.no]
     and claim_times[e.no] < i.created_at + make_interval(secs => claim_seconds[e.no])
     and i.created_at < claim_times[e.no] + make_interval(secs => claim_seconds[e.no])
    cross join lateral unnest(claim_places[e.no]::int[], claim_contents[e.no]::bigint[]) as p(place, content)
   where p.place between 0 and cardinality(i.record_digests) - 1;
  return coalesce(taken, '[]');
end $$;
