--! outside a transaction
-- Finds the message that a reply or a bounce names, and the messages of a sender whose Message-ID is to be read back.
create index concurrently messages_provider_message_id on messages (organization_id, provider_message_id) where provider_message_id is not null;
create index concurrently messages_reads_id on messages (sender_id, id) where reads_id;
