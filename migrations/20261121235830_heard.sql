-- What ends a recipient's way early. A reply, a bounce and an unsubscribe end it from now on in every spinner.
alter table spinners
  add column exits text[] not null default '{reply,bounce,unsubscribe}'
    check (exits <@ '{reply,bounce,unsubscribe,autoReply:hold}');
alter table spinner_versions
  add column exits text[] not null default '{reply,bounce,unsubscribe}'
    check (exits <@ '{reply,bounce,unsubscribe,autoReply:hold}');

-- Wider than before, so that no row has to be looked at.
alter table recipients
  drop constraint recipients_state_check,
  add constraint recipients_state_check
    check (state in ('pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed', 'stopped')) not valid,
  -- What stops it once its message is off the wire: {code, evidence, until}.
  add column leaving jsonb;
-- How many were stopped; `stopped` names those whom the runtime that has the slice in hand has to be told of.
alter table slices add column stopped_count int not null default 0;

alter table suppressions
  drop constraint suppressions_reason_check,
  add constraint suppressions_reason_check check (reason in ('unsubscribed', 'bounced', 'complained', 'added')) not valid;
alter table digested_suppressions
  drop constraint digested_suppressions_reason_check,
  add constraint digested_suppressions_reason_check
    check (reason in ('unsubscribed', 'bounced', 'complained', 'added')) not valid;

-- What was heard in the last 30 days, so that nothing counts twice. Of a mail it keeps the digest of its id alone.
create table heard (
  organization_id uuid not null references organizations,
  key text collate "C" not null,
  kind text not null,
  -- What came of it: 'stopped', 'held', 'suppressed', 'noted', or 'nobody' where nobody was written to.
  outcome text not null,
  sender_id uuid,
  at timestamptz not null,
  primary key (organization_id, key)
);
create index heard_at on heard (at);
create index heard_of_sender on heard (sender_id, at) where sender_id is not null;

-- How far the mailbox of a sender was read.
create table mailboxes (
  sender_id uuid primary key references senders on delete cascade,
  cursor jsonb,
  read_at timestamptz,
  -- Why it cannot be read: {code, words}.
  trouble jsonb,
  -- How often in a row it could not be.
  failures int not null default 0,
  due_at timestamptz not null,
  lease_holder uuid
);
create index mailboxes_due on mailboxes (due_at);

-- By what a provider's events are known to be of an organization: the digest of the secret in their URL.
create table event_tokens (
  organization_id uuid not null references organizations,
  provider text not null check (provider in ('ses', 'postmark')),
  digest text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, provider)
);
create unique index event_tokens_digest on event_tokens (digest);
