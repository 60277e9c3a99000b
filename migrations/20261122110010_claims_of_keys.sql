-- The records that an Idempotency-Key claims, so that a keyed request writes one row for its key and not two: the table,
-- and digests of the records in the order of the request. Null for a key that claims none, as for keys of the former
-- version.
alter table idempotency_keys add column data_table_id uuid, add column contents bigint[];
