-- Stores the idempotency keys of a flush, each with its answer, and with the digests of the records of a
-- table that it claims (null for none). Returns for each entry whether it may be written, because it now owns
-- its key or has none. If several entries have one key, the first gets it. An entry without an organization
-- was left out before and claims nothing.
--
-- Waits for a transaction that is claiming the same key, because that transaction may still be rolled back.
-- If the wait exceeds lock_timeout, the error names this function, by which faults.ts tells this wait from
-- others.
create or replace function claim_keys(
  p_now timestamptz, entry_tables uuid[], entry_organizations uuid[], entry_routes text[], entry_keys text[],
  entry_fingerprints text[], entry_answers jsonb[], entry_contents text[],
  out may_go_on boolean[]
)
language plpgsql
--! include one_plan
as $$
declare
  own int[];
begin
  -- Inserts all idempotency keys at once, because nearly all are new; looking each key up first ("on conflict")
  -- costs a third more. Every flush inserts in one order; otherwise two flushes could deadlock.
  begin
    insert into idempotency_keys
      (organization_id, route, key, fingerprint, answer, created_at, data_table_id, record_digests)
    select e.organization_id, e.route, e.key, e.fingerprint, e.answer, p_now,
           case when e.contents is not null then e.table_id end, e.contents::bigint[]
      from unnest(entry_organizations, entry_routes, entry_keys, entry_fingerprints, entry_answers, entry_tables, entry_contents)
           as e(organization_id, route, key, fingerprint, answer, table_id, contents)
     where e.organization_id is not null and e.key is not null
     order by e.key collate "C", e.organization_id, e.route;
  exception when unique_violation then
    with claimed as (
      insert into idempotency_keys as i (
        organization_id, route, key, fingerprint, answer, created_at, data_table_id, record_digests)
      select e.organization_id, e.route, e.key, e.fingerprint, e.answer, p_now,
             case when e.contents is not null then e.table_id end, e.contents::bigint[]
        from unnest(entry_organizations, entry_routes, entry_keys, entry_fingerprints, entry_answers, entry_tables, entry_contents)
             with ordinality as e(organization_id, route, key, fingerprint, answer, table_id, contents, no)
       where e.organization_id is not null and e.key is not null
       order by e.key collate "C", e.organization_id, e.route, e.no
      on conflict do nothing
      returning i.organization_id, i.route, i.key
    )
    select array_agg(e.no) into own
      from (select min(k.no)::int as no
              from unnest(entry_organizations, entry_routes, entry_keys) with ordinality as k(organization_id, route, key, no)
              join claimed c on c.organization_id = k.organization_id and c.route = k.route and c.key = k.key
             group by c.organization_id, c.route, c.key) e;
    own := coalesce(own, '{}');
  end;
  may_go_on := array(
    select e.key is null or e.organization_id is not null and (own is null or e.no = any(own))
      from unnest(entry_organizations, entry_keys) with ordinality as e(organization_id, key, no) order by e.no);
end $$;
