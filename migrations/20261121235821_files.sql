-- What people have uploaded to go along with messages.
create table files (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  type text not null,
  size int not null,
  digest text not null,
  content bytea not null,
  created_at timestamptz not null
);
create index files_organization_id_idx on files (organization_id, id);
