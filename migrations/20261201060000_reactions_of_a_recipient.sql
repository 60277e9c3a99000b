--! outside a transaction
create index concurrently inbound_facts_of_recipient on inbound_facts (job_id, record_id) where job_id is not null;
create index concurrently suppression_events_at on suppression_events (at);
