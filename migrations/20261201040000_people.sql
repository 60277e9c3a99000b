-- The list of people of an organization. A worker fills these tables from the ledgers of its data tables, once somebody
-- has listed its people; ingest writes nothing here. A person is an address, or the value of a match column in records
-- without an address; `id` is a digest under the organization's own key.
create table people (
  organization_id uuid not null,
  id text collate "C" not null,
  -- The normalized address; empty for a person without one.
  email text collate "C" not null,
  match_column text,
  match_value text,
  -- The name without case and accents, cut; a character behind all letters if no record has a name.
  name_key text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index people_by_name on people (organization_id, name_key, id);
create index people_by_email on people (organization_id, email, id);
create index people_by_time on people (organization_id, created_at, id);

create table person_records (
  data_table_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  person_id text collate "C" not null,
  name text,
  company text,
  name_key text collate "C" not null,
  -- The address, the name and the company, without case and accents.
  search_text text collate "C" not null,
  -- A code for each three adjacent characters of `search_text`, mixed with the organization.
  grams integer[] not null,
  created_at timestamptz not null,
  primary key (data_table_id, record_id)
);
create index person_records_of_person on person_records (organization_id, person_id, record_id);
create index person_records_by_grams on person_records using gin (grams);

-- How far the records of a data table are read for the list of people.
create table people_progress (
  data_table_id uuid not null,
  organization_id uuid not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  is_complete boolean not null default false,
  -- A digest of the columns by which the people of the records are recognized. If it changes, all records are read
  -- again.
  columns_digest text not null,
  begun_in_transaction xid8,
  primary key (data_table_id)
);
create index people_progress_of_organization on people_progress (organization_id);

create table people_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index people_changes_of_table on people_changes (data_table_id, record_id);
