-- Every table, as version 0.2 begins. How a database changes from here on: docs/operations.md, "Upgrades".
--
-- Rows that every request of an organization updates (data_tables, meters, spinners) leave room on their pages, so
-- that their updates stay heap-only. data_tables and meters have no CHECKs, which PostgreSQL parses and plans anew
-- for every statement that writes the row: 20 µs each, on the hot path. records and appends have no foreign keys:
-- the check costs more than the row, and an append holds its table's row when it commits.

-- What each file of migrations/ was when it was applied. `migrate` keeps it, and refuses a dated file that was
-- edited afterwards.
create table schema_files (
  -- Below migrations/.
  path text primary key,
  -- None for a function that was dropped because its file is gone.
  checksum text,
  -- The version of the service that applied or dropped it: where a file differs, the later version is right.
  version text not null,
  applied_at timestamptz not null default now()
);


-- Customers, and the people and keys that act for them

create table plans (
  id text primary key,
  name text not null,
  api_keys boolean not null,
  -- No limit where there is none, here and below.
  records bigint,
  jobs bigint,
  data_tables bigint,
  spinners bigint
);

create table organizations (
  id uuid primary key,
  name text not null,
  plan_id text not null references plans,
  created_at timestamptz not null
);

create table meters (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null default 0,
  primary key (organization_id, meter, period)
) with (fillfactor = 50);

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  scopes text[] not null,
  digest text not null unique,
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index on api_keys (organization_id);

create table users (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null unique,
  name text not null,
  role text not null check (role in ('owner', 'member')),
  password_hash text not null,
  created_at timestamptz not null
);
create index on users (organization_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  how_ended text check (how_ended in ('signed_out', 'replaced', 'password_reset'))
);
-- A person has one live session, whatever the code takes for true.
create unique index sessions_live on sessions (user_id) where ended_at is null;
create index on sessions (user_id);

-- One for every request, also where there is no such account: both cost the same, so an attacker cannot tell them
-- apart by the time that the answer takes.
create table password_resets (
  digest text primary key,
  user_id uuid references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on password_resets (expires_at);
create index on password_resets (user_id);

-- As rate-limiter-flexible wants it.
create table throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);


-- Projects and data tables

create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  created_at timestamptz not null
);
create index on projects (organization_id);

create table data_tables (
  id uuid primary key,
  organization_id uuid not null references organizations,
  project_id uuid not null references projects,
  name text not null,
  columns jsonb not null,
  missing_columns text not null,
  schema_version int not null,
  revision int not null default 1,
  ingest_token_digest text not null unique,
  ingest_token_ciphertext text not null,
  -- The end of the table's ledger of appends: the last seq, and how many records came in with it.
  last_seq bigint not null default 0,
  appended bigint not null default 0,
  -- Records that were deleted one by one; appended less removed is what is there.
  removed bigint not null default 0,
  created_at timestamptz not null
) with (fillfactor = 50);
create index on data_tables (organization_id);
create index on data_tables (project_id);

-- Deleted tables, whose records are cleared away bit by bit.
create table removed_tables (
  id uuid primary key,
  removed_at timestamptz not null
);


-- What arrives

create table records (
  data_table_id uuid not null,
  id bigint not null,
  data jsonb not null,
  primary key (data_table_id, id)
);
-- Every append takes one block: its records are first_id, first_id + 1, …
create sequence record_blocks increment by 512 start with 512 cache 1;

create table appends (
  data_table_id uuid not null,
  seq bigint not null,
  first_id bigint not null,
  count int not null,
  api_key_id uuid,
  request_id text not null,
  idempotency_key text,
  created_at timestamptz not null,
  primary key (data_table_id, seq)
);

create table idempotency_keys (
  organization_id uuid not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, route, key)
);
create index on idempotency_keys (created_at);

-- Files that are being imported. Their rows are in records already, but no append names them, so that none of them
-- is seen until all are there.
create table imports (
  id uuid primary key,
  data_table_id uuid not null,
  begun_at timestamptz not null default now(),
  abandoned boolean not null default false
);
create table import_blocks (
  import_id uuid not null references imports,
  no int not null,
  first_id bigint not null,
  count int not null,
  written_at timestamptz not null default now(),
  primary key (import_id, no)
);


-- Spinners

create table spinners (
  id uuid primary key,
  organization_id uuid not null references organizations,
  project_id uuid not null references projects,
  data_table_id uuid not null references data_tables,
  name text not null,
  audience text not null check (audience in ('new', 'all')),
  steps jsonb not null,
  revision int not null default 1,
  latest_version int not null default 0,
  published_version int,
  -- How far into its table's ledger earlier jobs have taken their audiences.
  taken_seq bigint not null default 0,
  taken_records bigint not null default 0,
  created_at timestamptz not null
) with (fillfactor = 50);
create index on spinners (organization_id);
create index on spinners (project_id);
create index on spinners (data_table_id);

create table spinner_versions (
  spinner_id uuid not null references spinners,
  version int not null,
  audience text not null check (audience in ('new', 'all')),
  steps jsonb not null,
  metadata_columns text[] not null,
  primary key (spinner_id, version)
);


-- Jobs, and where each of their recipients stands. Recipients and deliveries are keyed by (job, slice, …), so that
-- everything about a slice is one range of one primary key.

create table jobs (
  id uuid primary key,
  organization_id uuid not null,
  spinner_id uuid not null,
  spinner_version int not null,
  data_table_id uuid not null,
  source text not null check (source in ('api', 'app')),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  from_seq bigint not null,
  from_records bigint not null,
  to_seq bigint not null,
  to_records bigint not null,
  -- Slices have been cut up to here.
  cut_seq bigint not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  -- The job whose failed recipients this one runs again.
  retry_of uuid,
  -- The recipients of its slices up to here have been cleared away.
  cleared_slices int not null default 0,
  cleared boolean not null default false
);
create index on jobs (organization_id, id);
create index on jobs (spinner_id, id);
create index jobs_unfinished on jobs (id) where status in ('queued', 'running');
create index jobs_to_clear on jobs (finished_at) where finished_at is not null and not cleared;
-- A job's failed recipients are run again once: of two people who click at the same time, the second would otherwise
-- write to all of them a second time.
create unique index jobs_retry_of on jobs (retry_of) where retry_of is not null;

create table slices (
  job_id uuid not null,
  no int not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  due_at timestamptz not null,
  lease_holder uuid,
  lease_until timestamptz,
  -- The runtime connection with which the lease ends.
  lease_connection uuid,
  -- To whom messages are on their way, and since when. It stands on the slice because that row is written for each
  -- chunk anyway, when its lease is renewed.
  sending bigint[] not null default '{}',
  sending_since timestamptz,
  waiting int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  unconfirmed int not null default 0,
  -- Records of the audience that were gone when the slice was cut.
  deleted int not null default 0,
  primary key (job_id, no)
) with (fillfactor = 50);
create index slices_due on slices (job_id, due_at) where state = 'open';
create index slices_of_lease_connection on slices (lease_connection) where state = 'open';

-- Every row is updated once or twice: with room on its page for that, no index is touched.
create table recipients (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  state text not null default 'pending'
    check (state in ('pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed')),
  step int not null default 0,
  attempts int not null default 0,
  due_at timestamptz not null,
  error text,
  updated_at timestamptz not null,
  primary key (job_id, slice, record_id)
) with (fillfactor = 50);

-- Entered once, as what became of the message, and only updated by a second attempt: full pages are right for it.
create table deliveries (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  channel text not null,
  state text not null check (state in ('sent', 'failed', 'unconfirmed')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (job_id, slice, record_id, step)
);


-- Runtimes

-- The workers that are there, for people to see.
create table runtime_workers (
  id uuid primary key,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

-- A runtime that is killed is found out by a connection of its own, which ends with it, and not by waiting for its
-- leases to run out. Each holds an advisory lock (runtime_connection_key) for as long as the connection lives.
create table runtime_connections (
  id uuid primary key,
  -- When it was first found to hold its lock no more; the runtime may only have lost its connection.
  missed_at timestamptz
);


-- What goes out

create table outbox (
  id uuid primary key,
  organization_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  step int not null,
  recipient text not null,
  subject text not null,
  text_body text,
  html_body text,
  created_at timestamptz not null
);
create index on outbox (organization_id, id);
-- The messages of one job are looked at the latest first, a page at a time.
create index on outbox (job_id, id);

-- Addresses that an organization writes to no more.
create table suppressions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'added')),
  created_at timestamptz not null,
  unique (organization_id, email)
);

create table webhook_secrets (
  organization_id uuid primary key references organizations,
  ciphertext text not null,
  -- For a day after a rotation receivers may still know the one before.
  previous_ciphertext text,
  rotated_at timestamptz
);
