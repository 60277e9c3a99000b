-- Test organizations. Each belongs to a real organization (test_of) and has a clock of its own, which users advance.
alter table organizations add column test_of uuid;
create unique index organizations_test_of on organizations (test_of) where test_of is not null;
-- Whether the session is in test mode, so that its requests act on the test organization.
alter table sessions add column test_mode boolean not null default false;

-- target is the time that the clock is being moved to; null while it stands still. error says why the last advance
-- stopped early; moments counts the moments that the advance has gone through.
create table test_clocks (
  organization_id uuid primary key references organizations (id),
  now timestamptz not null,
  begun_at timestamptz,
  target timestamptz,
  moments int not null default 0,
  error jsonb,
  rules jsonb not null default '{}',
  lease_holder uuid,
  lease_until timestamptz
);

-- Webhooks and guards of test organizations. What was sent and answered is sealed.
create table test_calls (
  id uuid primary key,
  organization_id uuid not null,
  kind text not null check (kind in ('webhook', 'guard')),
  job_id uuid not null,
  record_id bigint not null,
  step int not null,
  at timestamptz not null,
  outcome text not null,
  sealed bytea not null
);
create index test_calls_of_organization on test_calls (organization_id, at, id);
create index test_calls_of_record on test_calls (job_id, record_id);

-- Replies, bounces and other reactions to captured messages, each at a time of the test clock (due_at).
create table test_answers (
  organization_id uuid not null,
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  kind text not null,
  due_at timestamptz not null,
  answer jsonb not null,
  primary key (job_id, record_id, step, kind)
);
create index test_answers_due on test_answers (organization_id, due_at);

-- The ids of things of a real organization and of their copies in the test organization.
create table test_copies (
  organization_id uuid not null,
  kind text not null check (kind in ('project', 'dataTable', 'spinner', 'sender', 'file')),
  real_id uuid not null,
  test_id uuid not null,
  revision int,
  primary key (organization_id, kind, real_id)
);
create unique index test_copies_of_test on test_copies (test_id);
