--! outside a transaction
create index concurrently people_by_source_email on people (organization_id, source, email, id);
