-- Searches of a data table that people keep under a name.
create table views (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  data_table_id uuid not null,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null
);
create index views_of_table on views (data_table_id);
create index views_of_organization on views (organization_id);
