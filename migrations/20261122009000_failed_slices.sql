--! outside a transaction
-- Finds the jobs with failed recipients for the home page. A slice enters the index at its first failure.
create index concurrently slices_failed on slices (organization_id, job_id) where failed > 0;
