-- Links that do one thing, once, for the person who was given them: open the demo, accept an invitation (to an
-- organization of their own, or into one that there is), confirm an address.
create table account_links (
  digest text primary key,
  purpose text not null check (purpose in ('demo', 'invitation', 'confirmation')),
  user_id uuid references users,
  email text,
  organization_id uuid references organizations,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on account_links (expires_at);
create index on account_links (user_id);
--
-- Organizations that strangers have created and that send nothing before their owner's address is confirmed, and little
-- on the day after. One without a row is free to send: those that there are stay what they are.
create table confirmations (
  organization_id uuid primary key references organizations,
  user_id uuid not null references users,
  confirmed_at timestamptz,
  messages int not null default 0
);
--
-- Changes of what is stored that SQL cannot make: code makes them after the migrations, each once.
create table data_steps (
  name text primary key,
  done_at timestamptz not null default now()
);
