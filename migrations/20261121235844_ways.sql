-- Of a version that says more than one step after the other: the steps before which nothing can have been sent, and how
-- long wait steps keep those who go on from each. Null for one in words that the former version knows.
alter table spinner_versions
  add column quiet_steps int[],
  add column waits_after float8[];

-- Who is at a step that waits for something, and since when.
create table step_waits (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  -- Where a column is looked at: a change of the record is noticed.
  data_table_id uuid,
  since timestamptz not null,
  -- The digest of what the column said then; null until it could be read.
  was text,
  -- Whether the record was written since somebody has looked.
  changed boolean not null default false,
  primary key (job_id, slice, record_id, step)
);
create index step_waits_of_records on step_waits (data_table_id, record_id) where data_table_id is not null;
create index step_waits_changed on step_waits (job_id, slice) where changed;

-- Who took which arm of a split; what became of them, once recipients have been cleared away.
create table split_arms (
  job_id uuid not null,
  slice int not null,
  step int not null,
  arm int not null,
  record_ids bigint[] not null,
  figures jsonb,
  primary key (job_id, slice, step, arm)
);
