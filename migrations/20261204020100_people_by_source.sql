--! outside a transaction
create index concurrently people_by_source on people (organization_id, source, created_at, id);
create index concurrently people_by_source_email on people (organization_id, source, email, id);
create index concurrently people_by_source_name on people (organization_id, source, name_key, id);
