-- What a cancelled job had not begun, of a spinner whose audience is "new": it goes back, and the next job over new
-- records takes it (docs/decisions/0019-what-goes-back.md). A row is a range of the ledger that was not cut into slices
-- yet, or the records of one slice.
create table returned_audiences (
  -- The job that gave it back, and of which slice; 0 for the range.
  job_id uuid not null,
  slice int not null,
  spinner_id uuid not null references spinners on delete cascade,
  -- A range has these: after the one, up to and including the other.
  from_seq bigint,
  to_seq bigint,
  -- And a slice these. A copy, because recipients are cleared away some time after their job has ended.
  record_ids bigint[],
  records bigint not null,
  -- The job that has it, until it has cut it into slices of its own.
  taken_by uuid,
  primary key (job_id, slice)
);
create index returned_audiences_of_spinner on returned_audiences (spinner_id, taken_by);
create index returned_audiences_taken on returned_audiences (taken_by, job_id, slice) where taken_by is not null;

alter table jobs
  -- How many records went back that were in no slice yet; those of slices are counted there.
  add column returned bigint not null default 0,
  -- It was cancelled, and runtimes may still hold slices of it.
  add column gives_back boolean not null default false;
alter table slices add column returned int not null default 0;
create index jobs_giving_back on jobs (id) where gives_back;

-- Failed recipients may be run again more than once, by their reasons. The former version looks for such a job before
-- it queues one, with the job that failed locked, and so still does it once.
drop index jobs_retry_of;
create index jobs_retries on jobs (retry_of, id) where retry_of is not null;
