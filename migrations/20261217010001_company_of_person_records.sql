alter table person_records add column company_key text collate "C" not null default '';
