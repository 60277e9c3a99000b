-- What DNS says of the domain that a sender writes from.
create table sender_domains (
  sender_id uuid primary key references senders on delete cascade,
  -- Null until it was looked up for the first time.
  domain text,
  -- [{record, state, name, value, says, found}]
  findings jsonb,
  checked_at timestamptz,
  -- When it is looked at again.
  due_at timestamptz not null
);
create index sender_domains_due_idx on sender_domains (due_at);
