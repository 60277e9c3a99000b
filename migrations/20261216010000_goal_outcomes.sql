-- The versions of spinners whose goal is a condition on the record. Changes of records that name one of the columns are
-- noted in `segment_changes` as long as such a row exists.
create table goal_watches (
  spinner_id uuid not null references stored_spinners (id) on delete cascade,
  version int not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  -- The keys of the columns on which the condition of the goal depends, also by segments for which it asks.
  columns text[] not null,
  -- The last record whose outcomes were looked at again, because a segment of the condition was changed; null if all were.
  rebased_until bigint,
  -- A transaction that began after this row was committed. Transactions with higher numbers note changed records.
  begun_in_transaction xid8,
  primary key (spinner_id, version)
);
create index goal_watches_of_table on goal_watches (data_table_id);
create index goal_watches_of_organization on goal_watches (organization_id);

-- The recipients of spinners whose goal is a condition on the record, from their first message on. A retry continues
-- with the row of the first job.
create table goal_outcomes (
  -- The job that the recipient belongs to; for retries of failed recipients, the first job.
  job_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  -- The version whose goal counts: that of the job when it sent the first message.
  version int not null,
  -- Whether the recipient belongs to the holdout, which gets no message.
  is_held_out boolean not null,
  -- The time of the first message. For the holdout, the time at which the first message would have been sent.
  first_at timestamptz not null,
  -- The end of the days of the goal.
  ends_at timestamptz not null,
  -- Whether the record met the condition when it was last looked at.
  is_met boolean not null,
  -- The time at which a runtime looks again, if the record does not change before: at first the time of the row itself,
  -- later the time at which the condition changes its result.
  due_at timestamptz,
  reached_at timestamptz,
  -- The last message before the goal was reached; null for the holdout.
  reached_job_id uuid,
  reached_step int,
  primary key (job_id, record_id)
);
create index goal_outcomes_of_record on goal_outcomes (spinner_id, record_id);
create index goal_outcomes_open on goal_outcomes (spinner_id, version, ends_at) where reached_at is null;
create index goal_outcomes_due on goal_outcomes (spinner_id, version, due_at) where due_at is not null;
create index goal_outcomes_reached on goal_outcomes (reached_at) where reached_at is not null;
create index goal_outcomes_reached_of_organization on goal_outcomes (organization_id, reached_at) where reached_at is not null;
create index goal_outcomes_held_out on goal_outcomes (first_at) where is_held_out;
create index goal_outcomes_held_out_of_organization on goal_outcomes (organization_id, first_at) where is_held_out;

-- The columns whose changes are noted in `segment_changes`, by data table.
create view record_watches as
  select w.data_table_id, w.columns from segment_watches w
  union all
  select g.data_table_id, g.columns from goal_watches g;
