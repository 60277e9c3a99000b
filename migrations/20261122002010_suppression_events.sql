-- The history of the suppression of an address, in order: each reason that was reported and each time that it was
-- lifted. `suppressions` keeps the first reason alone, and nothing of an entry that was lifted. Erasing a person deletes
-- their rows.
create table suppression_events (
  organization_id uuid not null references organizations (id),
  email text not null,
  at timestamptz not null,
  kind text not null check (kind in ('unsubscribed', 'bounced', 'complained', 'added', 'lifted')),
  primary key (organization_id, email, at, kind)
);
