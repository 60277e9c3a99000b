--! outside a transaction
create index concurrently inbound_facts_of_organization on inbound_facts (organization_id, at);
