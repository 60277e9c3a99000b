-- Null of versions from before it was noted, and of those that the former version's processes publish.
alter table spinner_versions add column published_at timestamptz;
