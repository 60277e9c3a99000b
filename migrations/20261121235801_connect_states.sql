-- A consent that somebody was sent to a provider for. Whoever comes back with it is believed once, within ten minutes,
-- and only in the session in which it was asked for.
create table connect_states (
  -- Of the state, which only the browser and the provider have.
  digest text primary key,
  kind text not null check (kind in ('google', 'microsoft')),
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  session_id uuid not null,
  -- What the answer is checked by (the PKCE verifier and the nonce), sealed.
  checks text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index connect_states_expires_at_idx on connect_states (expires_at);

-- The same account is one sender, however often it is connected.
create unique index senders_account on senders (organization_id, kind, (settings ->> 'account'))
  where kind in ('google', 'microsoft');
