--! outside a transaction
-- Finds the few facts whose message is not in the log of messages yet.
create index concurrently inbound_facts_before_log on inbound_facts (job_id, record_id, step) where logged_state is not null;
