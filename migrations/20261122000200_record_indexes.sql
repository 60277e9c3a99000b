-- Columns by which people chose to look records up, by their keys in records.data; the empty key is that of the words of all
-- of them. What is chosen here is filled in the background, and nobody else pays for it.
create table record_indexes (
  data_table_id uuid not null,
  key text not null,
  no integer not null,
  created_at timestamptz not null default now(),
  primary key (data_table_id, key)
);

-- How far each is filled: up to a place in the ledger. Of one that is not wanted any more (`dropped`) until its entries are
-- cleared away. An organization that moves leaves these behind, and the indexes are filled anew where it went.
create table index_fills (
  data_table_id uuid not null,
  no integer not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  filled bigint not null default 0,
  -- Who began before it could be seen may change records without noting it: such are waited for.
  begun_in xid8 not null default pg_current_xact_id(),
  ready boolean not null default false,
  dropped boolean not null default false,
  primary key (data_table_id, no)
);
create index index_fills_to_clear on index_fills (data_table_id) where dropped;

-- The key of each record in each index (domain/table/search/sort-key.ts), or one of its words. An entry may be out of date:
-- whoever finds a record by it looks at the record.
create table index_entries (
  data_table_id uuid not null,
  no integer not null,
  value text collate "C" not null,
  record_id bigint not null,
  primary key (data_table_id, no, value, record_id)
);
create index index_entries_of_record on index_entries (data_table_id, record_id);

-- Where the block of each record stands in the ledger, which has no index by it.
create table indexed_appends (
  data_table_id uuid not null,
  first_id bigint not null,
  seq bigint not null,
  primary key (data_table_id, first_id)
);

-- Records that were changed since they were entered (note_changes).
create table index_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index index_changes_of_table on index_changes (data_table_id, record_id);
