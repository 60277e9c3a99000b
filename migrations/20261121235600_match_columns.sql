-- What identifies a record of a table, so that the same person does not become two: {columns, onMatch, newerBy}.
-- The country is the one that phone numbers without a prefix belong to. Keys of one table come in generations, one for
-- each time that its match columns changed: the next is worked out beside the one that holds.
alter table data_tables
  add column match jsonb,
  add column default_country text,
  add column match_generation int not null default 0;

-- Looked up and claimed by the statement that appends. The version is how new the record is, where its table says so.
create table record_keys (
  data_table_id uuid not null,
  generation int not null,
  key bytea not null,
  record_id bigint not null,
  version text collate "C",
  primary key (data_table_id, generation, key)
);

-- Which columns of a record an arrival changed, for whoever asks what happened to a person.
create table record_changes (
  data_table_id uuid not null,
  record_id bigint not null,
  at timestamptz not null,
  request_id text not null,
  api_key_id uuid,
  columns text[] not null
);
create index on record_changes (data_table_id, record_id);

-- Generations of keys that do not hold: worked out at this moment (one at a time for a table), or to be cleared away.
create table keyings (
  id uuid primary key,
  data_table_id uuid not null,
  generation int not null,
  written_at timestamptz not null default now(),
  abandoned boolean not null default false
);
create unique index keyings_under_way on keyings (data_table_id) where not abandoned;

-- Keys that wait: those of the rows of an import, and those of records whose key another record has.
create table staged_keys (
  owner uuid not null,
  no bigint not null,
  key bytea not null,
  record_id bigint not null,
  version text collate "C",
  primary key (owner, no)
);
create index on staged_keys (owner, key, no);

-- Whether the rows of the import come with keys; processes of the former version do not know of them.
alter table imports add column keyed boolean not null default false;
