--! outside a transaction
create index concurrently message_log_bodies on message_log (organization_id, id) where body is not null;
