-- An account from which messages go, with its limits and its health.
create table senders (
  id uuid primary key,
  organization_id uuid not null references organizations,
  -- 'deployment' is the operator's own SMTP server, which an organization may use under limits of its own.
  kind text not null check (kind in ('deployment', 'smtp', 'google', 'microsoft')),
  name text not null,
  address text not null,
  reply_to text,
  signature text,
  state text not null default 'connected' check (state in ('connected', 'paused', 'needsAttention')),
  -- Why it does not send: {code, words, …the numbers}.
  state_reason jsonb,
  -- What of the account is no secret: {host, port, tls, user, imapHost, imapPort, account}.
  settings jsonb not null default '{}',
  -- Its password or its tokens, sealed.
  credentials text,
  -- When its access token ends: whoever renews it holds the row.
  expires_at timestamptz,
  -- Steps that name no sender go by this one.
  is_default boolean not null default false,
  time_zone text not null default 'UTC',
  daily_limit int check (daily_limit > 0),
  -- Between two messages; the jitter adds up to as much again.
  gap_seconds int not null default 0 check (gap_seconds >= 0),
  -- {start, add, everyDays}: from ramp_from on, until daily_limit is reached.
  ramp jsonb,
  ramp_from date,
  created_at timestamptz not null,
  revision int not null default 1
);
create index senders_organization_id_idx on senders (organization_id, id);
create unique index senders_default on senders (organization_id) where is_default;

-- What a sender has sent in its present day, and when it may send next. The statement that marks messages takes it, so
-- that it holds across processes. A row of its own, so that what people change of the sender waits for no message.
create table sender_budgets (
  sender_id uuid primary key references senders on delete cascade,
  day date not null,
  used int not null,
  next_at timestamptz not null,
  -- Up to when those who wait have been given a time.
  given_until timestamptz not null
) with (fillfactor = 50);

-- Who wrote to the recipient first: every later step goes by the same sender.
alter table recipients add column sender_id uuid;
