-- How bodies of other shapes become records of a table: tried in the order of their places. What a mapping says is
-- {match, root, fields, action, deliveryId, versionTime}; each change gives it the next version.
create table mappings (
  id uuid primary key,
  organization_id uuid not null,
  data_table_id uuid not null references data_tables on delete cascade,
  position int not null,
  version int not null,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on mappings (data_table_id, position);

-- Whether a mapping is applied that nobody looked at; how deliveries are signed, {preset, secretCiphertext}, and what
-- becomes of those that are not.
alter table data_tables
  add column auto_map boolean not null default false,
  add column signature jsonb,
  add column on_bad_signature text not null default 'refuse' check (on_bad_signature in ('refuse', 'hold'));
