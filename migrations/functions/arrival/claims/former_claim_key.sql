-- Returns the key of the row that stores a former delivery of a claim: one that was received at p_at, at least p_seconds
-- before the delivery in the row of the claim itself. Deliveries of one period of p_seconds have one key.
create or replace function former_claim_key(p_key bytea, p_at timestamptz, p_seconds int, p_period int default 0)
returns bytea
language sql immutable
as $$
  select substring(sha256(p_key || int8send(floor(extract(epoch from p_at) / p_seconds)::bigint + p_period)) from 1 for 16)
$$;
