--! outside a transaction
-- Finds the ended jobs of a test organization whose details the retention deletes.
create index concurrently jobs_to_clear_of_organization on jobs (organization_id, finished_at)
  where finished_at is not null and not cleared;
