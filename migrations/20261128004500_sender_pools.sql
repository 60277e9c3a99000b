-- A limit on the messages that several senders of an organization send together in any 24 hours. The messages are not
-- counted here: they are the sum of sender_health over the senders of the pool (pool_use). `scheduled_until` and
-- `priority_until` are the next free times for messages that wait for the pool, as in sender_budgets.
create table sender_pools (
  id uuid primary key,
  organization_id uuid not null references organizations(id),
  name text not null,
  max_per_day int not null check (max_per_day > 0),
  scheduled_until timestamptz not null,
  priority_until timestamptz not null,
  created_at timestamptz not null,
  revision int not null default 1
);
create index sender_pools_organization_id_idx on sender_pools (organization_id, id);

-- The pool of the sender; null for none. A sender of a deleted pool has none.
alter table senders add column pool_id uuid references sender_pools(id) on delete set null;
create index senders_pool_id_idx on senders (pool_id) where pool_id is not null;

-- The messages of the period that only a pool counts, and no breaker: mails about accounts (with the id of no spinner),
-- and messages that were sent before the sender was resumed.
alter table sender_health add column other_sent int not null default 0;
