-- The automatic starts of published spinners on entries into a segment. A runtime reads the records of the data table in
-- the order of the ledger, and stores in `segment_members` which of them belong to the segment.
create table segment_watches (
  spinner_id uuid primary key,
  organization_id uuid not null,
  data_table_id uuid not null,
  -- The segment; null if the spinner no longer starts on entries. A runtime then deletes the members and this row.
  segment_id uuid,
  -- The keys of the columns on which the condition of the segment depends, also by segments for which it asks.
  columns text[] not null,
  -- Whether a record starts again when it enters again, and after how many days at the earliest.
  is_repeated boolean not null,
  again_after_days int,
  -- The ledger position up to which records are existing ones, and whether existing members start too.
  existing_seq bigint not null,
  includes_existing boolean not null,
  -- The ledger position up to which records have been read, and the last record that was read of this append.
  seq bigint not null default 0,
  after_id bigint not null default 0,
  -- Whether the members of a former publication have been deleted.
  is_cleared boolean not null default false,
  -- A transaction that began after this row was committed. Transactions with higher numbers note changed records.
  begun_in_transaction xid8
) with (fillfactor = 50);
create index segment_watches_of_table on segment_watches (data_table_id);
create index segment_watches_of_organization on segment_watches (organization_id);

-- The records that belong to the segment of a spinner that starts on entries, those for which it has started, and those
-- that a later time makes enter or leave.
create table segment_members (
  spinner_id uuid not null,
  record_id bigint not null,
  is_member boolean not null,
  -- The time at which the record entered and waits for a job; null if it does not wait.
  entered_at timestamptz,
  -- The time of the last job that an entry of this record started; null if there was none.
  started_at timestamptz,
  -- The time at which the condition changes its result for the record, if the record does not change before.
  due_at timestamptz,
  primary key (spinner_id, record_id)
);
create index segment_members_entered on segment_members (spinner_id, entered_at) where entered_at is not null;
create index segment_members_due on segment_members (spinner_id, due_at) where due_at is not null;

-- Changed records of tables with segments whose entries start spinners, until a runtime has looked at them.
create table segment_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index segment_changes_of_table on segment_changes (data_table_id, record_id);
