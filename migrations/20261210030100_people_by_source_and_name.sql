--! outside a transaction
create index concurrently people_by_source_name on people (organization_id, source, name_key, id);
