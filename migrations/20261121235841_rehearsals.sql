-- What rehearsals have found out, and how far those are that are going on, for an hour (docs/decisions/0028-rehearsals.md).
create table rehearsals (
  id uuid primary key,
  organization_id uuid not null references organizations,
  spinner_id uuid not null references spinners on delete cascade,
  -- Null for the draft.
  version int,
  -- Of what was asked for beside the spinner.
  wish_digest text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'superseded')),
  -- Whether a later one of the spinner takes its place.
  superseded_by_next boolean not null,
  done bigint not null default 0,
  total bigint not null,
  result jsonb,
  error text,
  created_at timestamptz not null,
  -- When its process last said how far it is.
  seen_at timestamptz not null,
  -- Until when a trigger may name it.
  expires_at timestamptz
);
create index rehearsals_of_organization on rehearsals (organization_id, created_at);
create index rehearsals_by_age on rehearsals (created_at);
