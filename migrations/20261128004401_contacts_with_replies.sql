--! outside a transaction
-- Finds the few messages that were answered, by the address of the person.
create index concurrently contacts_replied on contacts (organization_id, address, replied_at) where replied_at is not null;
