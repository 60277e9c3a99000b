-- What DNS says of the domain that a sender writes from.
create table sender_domains (
  sender_id uuid primary key references senders on delete cascade,
  domain text not null,
  -- [{record, state, name, value, says, found}]
  findings jsonb not null,
  checked_at timestamptz not null,
  -- When it is looked at again.
  due_at timestamptz not null
);
create index sender_domains_due_idx on sender_domains (due_at);
