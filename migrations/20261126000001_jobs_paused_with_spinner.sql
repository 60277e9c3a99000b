--! outside a transaction
-- Finds the spinners whose jobs are paused with them.
create index concurrently jobs_paused_with_spinner on jobs (spinner_id)
  where status = 'paused' and paused_by = 'spinner';
