--! outside a transaction
-- Finds the page of a list of suppressions. Without it, each page of a long list reads all suppressions.
create index concurrently suppressions_organization_id_id_idx on suppressions (organization_id, id);
