-- Jobs that begin later have a status of their own until then, so that whoever looks for queued ones does not wade through
-- them. They are shown as queued.
create index jobs_scheduled on jobs (starts_at) where status = 'scheduled';

-- Who started a job: somebody by the API or in the console, or its spinner, because records came in or it was time.
alter table jobs
  drop constraint jobs_source_check,
  add constraint jobs_source_check check (source in ('api', 'app', 'records', 'schedule')) not valid;

-- {on, …} of src/domain/spinner/starts.ts.
alter table spinners add column starts jsonb not null default '{"on": "call"}';
alter table spinner_versions add column starts jsonb not null default '{"on": "call"}';

-- Published spinners that start by themselves.
create table spinner_starts (
  spinner_id uuid not null primary key references spinners on delete cascade,
  organization_id uuid not null references organizations,
  -- As it was published.
  starts jsonb not null,
  -- The moment that the next start is for; it stays what it is while that cannot be made.
  due_at timestamptz not null,
  -- When a runtime looks for it: then, or later again because another has it in hand or it could not be made. Null while
  -- the spinner is paused.
  look_at timestamptz,
  -- Why it could not be made, since when: {code, message, …}
  stopped jsonb,
  stopped_at timestamptz
) with (fillfactor = 50);
create index spinner_starts_due on spinner_starts (look_at) where look_at is not null;

-- Each moment once, whoever makes it.
create table begun_starts (
  spinner_id uuid not null references spinners on delete cascade,
  due_at timestamptz not null,
  job_id uuid not null,
  primary key (spinner_id, due_at)
);
