-- Stores the idempotency keys of requests that claim no records, as `claim_keys` does. Returns for each request
-- whether it may be written.
create or replace function claim_idempotency_keys(
  p_now timestamptz,
  entry_organizations uuid[], entry_routes text[], entry_keys text[], entry_fingerprints text[], entry_answers jsonb[],
  out may_go_on boolean[]
)
language plpgsql as $$
begin
  may_go_on := claim_keys(
    p_now => p_now, entry_tables => null, entry_organizations => entry_organizations, entry_routes => entry_routes,
    entry_keys => entry_keys, entry_fingerprints => entry_fingerprints, entry_answers => entry_answers,
    entry_contents => null);
end $$;
