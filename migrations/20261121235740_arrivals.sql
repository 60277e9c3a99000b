-- Whether a table refuses what does not fit, or holds it; for how long the same bytes, from a sender that names no
-- delivery, count as a repeat; and the token before the last, while it still works.
alter table data_tables
  add column intake text not null default 'strict' check (intake in ('strict', 'open')),
  add column duplicate_window_seconds int not null default 600 check (duplicate_window_seconds between 0 and 604800),
  add column previous_token_digest text,
  add column previous_token_until timestamptz;
create unique index data_tables_previous_token on data_tables (previous_token_digest)
  where previous_token_digest is not null;

-- What was refused, is held or was ignored. What was accepted is in `appends`; of what was held first and accepted later
-- a row stays without its body, so that whoever has its id finds out what became of it.
create table arrivals (
  -- Version 7: the order of ids is the order of arrival.
  id uuid primary key,
  organization_id uuid not null,
  -- Null where the sender named none that there is.
  data_table_id uuid,
  state text not null check (state in ('received', 'held', 'refused', 'ignored', 'accepted')),
  code text,
  reasons jsonb not null default '[]',
  shape text,
  mapping_id uuid,
  -- Null where it came by the URL of the table.
  api_key_id uuid,
  request_id text not null,
  records int,
  accepted int not null default 0,
  -- Which of its records wait still; null for all of them.
  waiting int[],
  received_at timestamptz not null,
  -- Headers, query and bytes, sealed.
  body bytea,
  -- What it counts against the bound of its organization.
  size int not null,
  revision int not null default 1
);
-- Sealed bytes do not get smaller by being compressed; they were before.
alter table arrivals alter column body set storage external;
create index on arrivals (organization_id, state, id);
create index on arrivals (data_table_id, state, id);
create index on arrivals (data_table_id, shape, id);
create index on arrivals (received_at);

-- What the arrivals of an organization weigh: those that wait, and the others, which give way to them.
create table arrival_usage (
  organization_id uuid primary key,
  waiting bigint not null default 0,
  others bigint not null default 0
) with (fillfactor = 50);

-- What was taken already: of each delivery, by the id that its sender gave it or a digest of its bytes, the places of the
-- records that were taken (-1 for all of it); and for how long nothing else may be that.
create table arrival_claims (
  data_table_id uuid not null,
  key bytea not null,
  places int[] not null,
  at timestamptz not null,
  seconds int not null,
  primary key (data_table_id, key)
);
-- They are written in the order of time, and only forgotten by it.
create index on arrival_claims using brin (at);
