--! outside a transaction
create index concurrently idempotency_keys_claim_idx on idempotency_keys (claim) where claim is not null;
