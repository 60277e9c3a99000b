alter table spinner_versions add column pace jsonb;
