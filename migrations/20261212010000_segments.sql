-- Segments: conditions on the records of a data table that are saved under a name. A segment has no list of its records;
-- they are found when they are needed. count_* is the last exact count.
create table segments (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  data_table_id uuid not null,
  name text not null,
  description text not null,
  condition jsonb not null,
  created_at timestamptz not null,
  count_value bigint,
  count_at timestamptz,
  constraint segments_data_table_id_name_key unique (data_table_id, name)
);
create index segments_of_organization on segments (organization_id);
