-- Jobs that may still give back whom they took: as long as there is one, it is remembered whom triggers named beside it
-- (docs/decisions/0027-named-audiences.md).
create index jobs_that_may_give_back on jobs (spinner_id) where not named and (finished_at is null or gives_back);

-- Further jobs that named the same record: when the one that has it is cancelled, one of these has it.
create table also_named (
  spinner_id uuid not null,
  record_id bigint not null,
  job_id uuid not null,
  primary key (spinner_id, record_id, job_id),
  foreign key (spinner_id, record_id) references named_records on delete cascade
);
