-- Enters the idempotency keys of a flush, with the answer that each will stand for. Answers for every entry whether it
-- may go on: its key is its own now, or it has none. Of several with one key the first gets it. An entry without an
-- organization was left out before and claims nothing.
--
-- A key that another transaction is claiming is waited for, because that one may still be rolled back. Where it takes
-- longer than lock_timeout, the error names this function, by which faults.ts tells it from other waits.
create or replace function claim_idempotency_keys(
  p_now timestamptz,
  entry_organizations uuid[], entry_routes text[], entry_keys text[], entry_fingerprints text[], entry_answers jsonb[],
  out may_go_on boolean[]
)
language plpgsql
--! include one_plan
as $$
begin
  -- "in" a list that is hashed once, and not a join: one of 128 entries would compare each with each.
  with entries as (
    select e.*, row_number() over (partition by e.organization_id, e.route, e.key order by e.no) = 1 as is_first
      from unnest(entry_organizations, entry_routes, entry_keys, entry_fingerprints, entry_answers)
           with ordinality as e(organization_id, route, key, fingerprint, answer, no)
  ), claimed as (
    -- In the order of the keys, or two flushes could wait for each other's.
    insert into idempotency_keys as i (organization_id, route, key, fingerprint, answer, created_at)
    select e.organization_id, e.route, e.key, e.fingerprint, e.answer, p_now
      from entries e
     where e.is_first and e.organization_id is not null and e.key is not null
     order by e.organization_id, e.route, e.key
    on conflict do nothing
    returning i.organization_id, i.route, i.key
  )
  select array_agg(e.key is null
                   or e.is_first and (e.organization_id, e.route, e.key) in (select c.organization_id, c.route, c.key from claimed c)
                   order by e.no)
    into may_go_on
    from entries e;
end $$;
