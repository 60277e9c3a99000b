-- The source from which a record, and the first record of a person, came: `import`, `webhookUrl`, `user`, or the id of an
-- API key. Empty if it is not known. A runtime enters the sources of listed records, table after table.
alter table person_records add column source text collate "C" not null default '';
alter table people add column source text collate "C" not null default '';
-- The version of the entries of a table in the list of people. Entries of an earlier version are entered again.
alter table people_progress add column entries_version int not null default 1;
