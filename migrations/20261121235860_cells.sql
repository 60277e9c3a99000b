-- Organizations that are on their way to another cell, or that are there: whom to refuse, and where they went.
create table departures (
  organization_id uuid primary key,
  move_id uuid not null,
  -- draining: runtimes begin nothing of it. closed: nothing is taken. switching: the other cell may have it already.
  -- departed: the other cell has it.
  state text not null check (state in ('draining', 'closed', 'switching', 'departed')),
  cell text not null,
  url text,
  -- What rows hang on that are deleted before them when it has departed.
  parents uuid[] not null default '{}',
  -- Draining and closed end by themselves then, when whoever moves it has died.
  until timestamptz,
  departed_at timestamptz,
  -- When the last of its rows was deleted here.
  purged_at timestamptz
);

-- What its callers have, by the digests under which the other cell knows it.
create table departed_credentials (
  digest text primary key,
  organization_id uuid not null references departures on delete cascade
);
create index on departed_credentials (organization_id);

-- Organizations that are coming from another cell, or came.
create table landings (
  organization_id uuid primary key,
  move_id uuid not null,
  -- Of everything that rows of it hang on and that was copied before the last moment.
  parents uuid[] not null default '{}',
  landed_at timestamptz
);

-- By which every row leads to its organization in one step; these tables have few rows.
create index on account_links (organization_id);
create index on connect_states (organization_id);
create index on imports (data_table_id);
create index on keyings (data_table_id);
