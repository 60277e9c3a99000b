-- Allows jobs that entries into a segment have started.
alter table jobs
  drop constraint jobs_source_check,
  add constraint jobs_source_check check (source in ('api', 'app', 'records', 'schedule', 'segment'));
