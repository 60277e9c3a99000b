--! outside a transaction
-- Finds the jobs that failed as a whole for the home page.
create index concurrently jobs_failed on jobs (organization_id, id) where status = 'failed';
