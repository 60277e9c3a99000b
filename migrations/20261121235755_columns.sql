-- Under which key the values of each column stand in records.data, by the name of the column; null where each stands under
-- its own name, as in every table until a column is renamed or removed. So a rename changes no record.
alter table data_tables add column column_keys jsonb;

-- Columns that were removed and whose values are yet to be cleared out of the records, up to after_id already.
create table removed_columns (
  data_table_id uuid not null,
  key text not null,
  after_id bigint not null default 0,
  removed_at timestamptz not null default now(),
  primary key (data_table_id, key)
);

-- Whether the rows of the import are written by those keys; processes of the former version do not know of them.
alter table imports add column by_key boolean not null default false;
