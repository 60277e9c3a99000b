-- Whom triggers named of those whom no job over new records had taken: jobs over new records pass over them from then on
-- (docs/decisions/0027-named-audiences.md).
create table named_records (
  spinner_id uuid not null references spinners on delete cascade,
  record_id bigint not null,
  -- Where it came in, in the ledger of its table; null as long as nobody needs to know.
  seq bigint,
  -- Up to where jobs had taken the ledger when it was named: what came in up to there was theirs, and the row says nothing.
  after_seq bigint not null,
  -- The job that has it, and gives it back when it is cancelled.
  job_id uuid not null,
  -- The job over new records whose range it lay in.
  passed_by uuid,
  primary key (spinner_id, record_id)
);
create index named_records_by_place on named_records (spinner_id, seq);

alter table jobs
  -- When it is to begin; null for at once.
  add column starts_at timestamptz,
  -- What its trigger said beside whom it is for: templates see it as trigger.NAME.
  add column data jsonb,
  -- Its audience is a list of records (returned_audiences that it has taken itself), and no range.
  add column named boolean not null default false;

-- A person is looked for in what triggers said.
create index jobs_with_data on jobs (organization_id) where data is not null;

-- What a trigger may say beside whom it is for, and must: [{name, type, required}].
alter table spinners add column trigger_data jsonb not null default '[]';
alter table spinner_versions add column trigger_data jsonb not null default '[]';
