--! outside a transaction
create index concurrently people_by_source on people (organization_id, source, created_at, id);
