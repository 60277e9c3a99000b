--! outside a transaction
-- Finds the captured message of a step to a recipient, whose subject a later message in the same conversation continues.
create index concurrently outbox_place on outbox (job_id, record_id, step);
