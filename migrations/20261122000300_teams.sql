-- Owners, admins, editors and viewers. The former version writes "member" for what is an editor, and reads every role but
-- "owner" as one: its processes go on.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('owner', 'admin', 'editor', 'viewer', 'member'));

-- An invitation into an organization is a link that an owner or admin sees, sends again and withdraws. Null in links of
-- other kinds, and in those of the former version.
alter table account_links add column id uuid;
alter table account_links add column role text check (role in ('owner', 'admin', 'editor', 'viewer'));
-- Who has invited; null for the operator. No reference: whoever it was may leave.
alter table account_links add column invited_by uuid;
create unique index account_links_id_idx on account_links (id) where id is not null;
create index account_links_email_idx on account_links (email) where email is not null;

-- What holds a session. Of tokens in the hands of scripts a person has one; of sessions of the console as many as devices.
-- What the former version opens is a token, and ends all others.
alter table sessions add column kind text not null default 'token' check (kind in ('console', 'token'));
alter table sessions add column user_agent text;
alter table sessions add column address text;
-- To some minutes; null until then.
alter table sessions add column seen_at timestamptz;
drop index sessions_live;
create unique index sessions_live on sessions (user_id) where ended_at is null and kind = 'token';

-- Somebody who was sent to the provider of OpenID Connect. Whoever comes back with it is believed once, within ten
-- minutes, in the same browser.
create table open_id_states (
  -- Of the state, which only the browser and the provider have.
  digest text primary key,
  -- What the answer is checked by (the PKCE verifier and the nonce), sealed.
  checks text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index open_id_states_expires_at_idx on open_id_states (expires_at);

-- Who somebody is at the provider. From the first sign-in on this decides, and no address.
create table open_id_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index open_id_identities_user_id_idx on open_id_identities (user_id);
