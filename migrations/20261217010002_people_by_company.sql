--! outside a transaction
create index concurrently people_by_company on people (organization_id, company_key, id);
create index concurrently people_by_source_company on people (organization_id, source, company_key, id);
