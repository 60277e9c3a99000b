-- What came and went, by the quarter of an hour, of what the ledger of appends does not tell: counted once by
-- fold_activity, so that nobody who looks counts a month of messages. A quarter, because zones are that far apart.
create table activity (
  organization_id uuid not null,
  part timestamptz not null,
  held int not null default 0,
  refused int not null default 0,
  ignored int not null default 0,
  sent int not null default 0,
  captured int not null default 0,
  failed int not null default 0,
  unconfirmed int not null default 0,
  replies int not null default 0,
  bounces int not null default 0,
  complaints int not null default 0,
  primary key (organization_id, part)
);

-- Up to when it is counted, in all organizations.
create table activity_folded (
  one boolean primary key default true check (one),
  until timestamptz not null default now() - interval '31 days'
);
