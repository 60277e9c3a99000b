alter table explicit_records drop column skipped_by_job_id;
