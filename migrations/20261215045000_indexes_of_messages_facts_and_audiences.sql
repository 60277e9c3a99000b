--! outside a transaction
create index concurrently message_log_of_job on message_log (job_id, id);
create index concurrently message_log_of_sender on message_log (sender_id, id) where sender_id is not null;
create index concurrently inbound_facts_of_organization on inbound_facts (organization_id, at);
create index concurrently audience_parts_of_segments on audience_parts (segment_id) where segment_id is not null;
create index concurrently jobs_that_exclude on jobs (spinner_id) where exclude is not null;
