-- Lets the idempotency key of a management request be claimed before the request is carried out. The key then has a claim, no
-- value in `answer` and an empty fingerprint. The digest of the content, which may contain a password, and the answer are
-- in `sealed_request`, encrypted; it is null if a person was erased meanwhile.
alter table idempotency_keys
  alter column answer drop not null,
  add column claim uuid,
  add column lease_until timestamptz,
  add column is_committed boolean not null default false,
  add column sealed_request text;
