-- The key by which people are sorted by company. People without a company come last.
alter table people add column company_key text collate "C" not null default chr(1114109);
