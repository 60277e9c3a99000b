-- Returns the 16-byte claim of a delivery that an Idempotency-Key names, for a request by webhook URL
-- (p_by_webhook_url) or by API key. Computes it as `claimKey` of admission-values.ts does from the text of `claimsOf`
-- (src/domain/arrival/claims.ts).
create or replace function claim_of_key(p_by_webhook_url boolean, p_key text) returns bytea
language sql immutable
as $$
  select substring(sha256(convert_to(case when p_by_webhook_url then E'id\n' else E'key\n' end || p_key, 'UTF8')) from 1 for 16)
$$;
