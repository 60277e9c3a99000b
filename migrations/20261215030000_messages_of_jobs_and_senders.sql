--! outside a transaction
create index concurrently message_log_of_job on message_log (job_id, id);
create index concurrently message_log_of_sender on message_log (sender_id, id) where sender_id is not null;
