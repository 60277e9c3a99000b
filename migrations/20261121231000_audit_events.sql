-- What was done, by whom. Entries are added and never changed (functions/refuse_audit_change.sql), and outlive what they
-- tell of: nothing here refers to another table, so no deletion waits for them or takes them along.
create table audit_events (
  id uuid primary key,
  organization_id uuid,
  at timestamptz not null,
  action text not null,
  actor jsonb not null,
  subject jsonb not null,
  request_id text,
  address text,
  before jsonb,
  after jsonb
);
create index on audit_events (organization_id, id);
create index on audit_events (at);
