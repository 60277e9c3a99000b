-- The steps that send a person nothing, among them guards, whose requests are marked as messages are. Null for versions
-- published before this column existed.
alter table spinner_versions add column steps_without_messages int[];
