--! replaces the files of 70d658524
--! 20261208010001_baseline 73ae2466543f162abfbc76ea6b2e694b15295e51fa7fa58283804c9af2e0c7b1
--! 20261215010000_pace 422fe177c108b26aba2d35bf3eba25a76467b73ecf25f9e8761700770f0b8875
--! 20261215010002_pace_day_of_recipients af27d85fbc95ef61304fcfded7543105d4945e481a234b5a92c5dca92c3fad78
--! 20261215010003_spinner_paces 60999131bd995bacafecb574ccb03d1dfdc80c336c902436e5ba46945d33106a
--! 20261215020000_first_reactions 358f62db49779093fc8931b34f1a3f422b75a83832f77c283a003ade0bf55f39
--! 20261215040000_audience_parts_of_segments 1d0d809fa11615d06f4afdff8000fe4d8f95909b91afe3bfa7acdcd9ae7e889a
--! 20261215044000_excluded_segments_of_jobs 0e78cfb1365bedeacbbfae92111194084c02e6f877e795f6c88e23581ebc73d2
--! 20261215045000_indexes_of_messages_facts_and_audiences 0b7ea4c986606e60762f20041ef9b8f9683631d125a32ae280cb363d59fb47df
--! 20261215050000_spinners_of_segments 7317470daf86f6a5f6f6c2b8388e411af95be05631ed287da6e8fb73dd6c8abc
--! 20261215060000_versions_of_segments 1e50dee6d7b282b5596f3981a6eb988450626e3589b77ad98fc395561298f819
--! 20261215070000_language_of_organizations a4ec1ca12e17ff084edaf6157446dd5634c57360823d40b4d887239ac70858dc
--! 20261215080000_entries_into_segments 5eac78830c400f7e1f0913ed4930efeb68f9cb1204ae188fa1f427172fe06217
--! 20261215081000_jobs_of_entries 23853eb5d8dc2ba5899200f2d7036b86676d331102bae3b2cd7198c7f396941e
--! 20261216010000_goal_outcomes fbdb781a6a93f9b0422b9a9b79ef7b7e3475bd7cdc31765d412a9e84dff04f34
-- The tables of version 1.0. Later versions change them by further migration files (docs/contribute/migrations.md).
--
-- Rows that every request of an organization updates (data_tables, meters, spinners) leave room on their pages, so
-- that their updates stay heap-only. data_tables and meters have few checks, because PostgreSQL parses and plans the
-- checks of a table anew for every statement that writes a row: 20 µs each, on the hot path. records and appends have
-- no foreign keys: the check costs more than the row, and an append holds the row of its table when it commits.

-- Tables in which `migrate` stores what it has applied

-- The migration files and SQL functions that were applied, each with its checksum at that time. `migrate`
-- refuses to run if a dated migration file was edited afterwards.
create table schema_files (
  -- The name of a migration file without its ending; functions/NAME for an SQL function.
  path text primary key,
  -- The checksum of the file when it was applied. Null for an SQL function that was dropped because its file
  -- was deleted.
  checksum text,
  -- The version of Spindle that applied the file, or that dropped the function because its file was deleted.
  version text not null,
  applied_at timestamptz not null default now()
);

-- Tables of organizations, and of the users and API keys that act for them

create table plans (
  id text primary key,
  name text not null,
  has_api_keys boolean not null,
  -- The plan's limits for one organization: new records and started jobs in a calendar month, and existing data
  -- tables and spinners. Null for no limit.
  records bigint,
  jobs bigint,
  data_tables bigint,
  spinners bigint,
  -- The plan's limit of requests per second to the public API, for all credentials of one organization
  -- together; null for no limit.
  requests_per_second int check (requests_per_second > 0)
);

create table organizations (
  id uuid primary key,
  name text not null,
  plan_id text not null references plans,
  created_at timestamptz not null,
  -- The time zone in which spinners of the organization send to people whose own time zone is not known.
  time_zone text not null default 'UTC',
  -- Whether the message log keeps the texts of sent messages; otherwise it keeps only their recipients and subjects.
  keeps_bodies boolean not null default false,
  -- Whether a user may be signed in on several devices at once. Otherwise a sign-in ends the user's previous session.
  allows_several_sessions boolean not null default false,
  -- The real organization of a test organization; null for a real organization. A real organization is not deleted
  -- before its test organization.
  test_of uuid references organizations,
  -- Whether audit entries about edited records contain the values of cells. An erasure removes these values.
  audits_values boolean not null default false,
  -- The time from which all users of the organization need two-factor sign-in; null if they do not. Console sessions
  -- that began before this time go on.
  second_factor_required_at timestamptz,
  -- Whether a reply that asks for no more mail counts as an opt-out of the organization.
  unsubscribes_by_reply boolean not null default false,
  -- `body_days` is the number of days after which the bodies of messages are deleted; null keeps them as long as their
  -- entries.
  body_days int,
  -- The footer that e-mail steps with `addsFooter` add to their messages. The words of `unsubscribe_line` in square
  -- brackets become the unsubscribe link.
  unsubscribe_line text not null default 'If you do not want more of these e-mails, [unsubscribe].',
  postal_address text,
  -- The language (en, de, fr or es) in which the service writes for an organization: pages for visitors whose browser
  -- asks for no language of the service, and the standard unsubscribe line. Existing organizations keep English.
  language text not null default 'en' check (language in ('en', 'de', 'fr', 'es'))
);
create unique index organizations_test_of on organizations (test_of) where test_of is not null;

-- The records and jobs that an organization has used of its plan in each calendar month, as they were when this
-- row was last written. Amounts that were used later are in the table spendings.
create table meters (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null default 0,
  -- The highest share of the plan's limit, in percent, that the month has reached so far: 0, 80 or 100. The event
  -- meter.reached is written when it rises.
  reached smallint not null default 0,
  primary key (organization_id, meter, period)
) with (fillfactor = 50);

-- The amounts of a monthly plan counter (meter). Each use adds a row with the new total in its key, so the last
-- row in the index has the present amount. A counter that is updated in place becomes slow while a snapshot is
-- open, because its old versions cannot be cleared away (docs/decisions/0032-counters.md). Read by
-- end_of_ledger and meter_of.
create table meter_usage (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null,
  primary key (organization_id, meter, period, used)
);

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  scopes text[] not null,
  digest text not null unique,
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The limit of requests per second that was set for this API key; null for none.
  requests_per_second int check (requests_per_second > 0),
  -- The projects to which the key is limited; null for the whole organization. Like the networks, they never
  -- change after the key was created, so processes may cache them.
  project_ids uuid[],
  -- The networks (in CIDR notation) from which the key is accepted; null for any address.
  allowed_networks text[]
);
create index api_keys_organization_id_idx on api_keys (organization_id);

-- The latest refused requests of each API key, at most 100; see RefusalBatch. They have no ids of requests,
-- because clients choose these and could name a person in them.
create table api_key_refusals (
  id uuid primary key,
  organization_id uuid not null references organizations,
  api_key_id uuid not null references api_keys,
  at timestamptz not null,
  method text not null,
  path text not null,
  http_status int not null,
  code text not null,
  ip_address text
);
create index api_key_refusals_api_key_id_at_idx on api_key_refusals (api_key_id, at);
create index api_key_refusals_organization_id_idx on api_key_refusals (organization_id);

-- The ways in which people sign in. A person has one account, and one user in each of their organizations.
create table accounts (
  id uuid primary key,
  email text not null unique,
  password_hash text not null,
  created_at timestamptz not null,
  -- The time when the person proved that the e-mail address is theirs: by a mailed link, a sign-in provider that
  -- vouches for it, or the operator. While it is null, a first sign-in by OpenID Connect does not open the
  -- account.
  address_confirmed_at timestamptz
);

-- The people of organizations. Everything that names a person in an organization, such as sessions, has the id of
-- the user, so that an organization can be moved as a whole.
create table users (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null,
  account_id uuid not null references accounts,
  unique (organization_id, account_id)
);
create index users_account_id_idx on users (account_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  how_ended text check (how_ended in ('signed_out', 'replaced', 'password_reset')),
  -- The use of the session: a token for scripts, or a sign-in to the console. A user has at most one valid token.
  kind text not null default 'token' check (kind in ('console', 'token')),
  user_agent text,
  ip_address text,
  -- The time of the session's last request, accurate to a few minutes; null before the first request.
  last_seen_at timestamptz,
  -- Whether the requests of the session act on the user's test organization instead of the real organization.
  is_test_mode boolean not null default false,
  -- The party that proved at the sign-in who the person is. A session by the word of the organization opens none of
  -- the person's other organizations.
  vouched_by text not null default 'account' check (vouched_by in ('account', 'organization'))
);
create unique index sessions_live on sessions (user_id) where (ended_at is null) and (kind = 'token');
create index sessions_user_id_idx on sessions (user_id);

-- Requests to reset a password. A row is written even if no such account exists, so the response time does not
-- reveal whether an account exists.
create table password_resets (
  digest text primary key,
  account_id uuid references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_expires_at_idx on password_resets (expires_at);
create index password_resets_account_id_idx on password_resets (account_id);

-- Mailed or displayed links that work once: to open the demo, accept an invitation or confirm an e-mail address.
create table account_links (
  digest text primary key,
  purpose text not null check (purpose in ('demo', 'invitation', 'confirmation', 'signIn', 'oldAddress', 'newAddress', 'newPasskey', 'passkeyProof', 'passkeySignIn')),
  user_id uuid references users,
  email text,
  -- The organization that the link belongs to. Null for an invitation to create a new organization.
  organization_id uuid references organizations,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The id of an invitation to an existing organization, by which its owners and admins renew and withdraw it.
  -- Null for all other links.
  id uuid,
  role text check (role in ('owner', 'admin', 'editor', 'viewer')),
  -- The user who sent the invitation; null for the operator. There is no foreign key, because that user may be
  -- removed.
  invited_by uuid
);
create index account_links_expires_at_idx on account_links (expires_at);
create index account_links_user_id_idx on account_links (user_id);
create index account_links_organization_id_idx on account_links (organization_id);
create unique index account_links_id_idx on account_links (id) where id is not null;
create index account_links_email_idx on account_links (email) where email is not null;

-- Organizations that were created by open sign-up, without an invitation. They send nothing before the owner
-- has confirmed the e-mail address, and at most 200 messages in the 24 hours after that. An organization
-- without a row here has no such limit.
create table email_confirmations (
  organization_id uuid primary key references organizations,
  user_id uuid not null references users,
  confirmed_at timestamptz,
  messages int not null default 0
);

-- Sign-ins by OpenID Connect that the provider has not answered yet. The answer to a sign-in is accepted once,
-- within ten minutes, in the same browser.
create table open_id_states (
  -- The digest of the sign-in's OAuth `state` parameter, which only the browser and the provider have.
  digest text primary key,
  -- The PKCE verifier and the nonce with which the service checks the provider's answer, encrypted.
  encrypted_verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The digest of the invitation link that the person had opened before signing in; null without an invitation.
  invitation text collate "C",
  -- Whether the person chose to create a new organization when the sign-in began.
  create_organization boolean not null default false,
  -- The organization's own sign-in provider to which the browser was sent (sign_in_providers.id); null for the provider
  -- of the operator.
  provider_id uuid,
  -- `time_zone` is the time zone of the browser that began the sign-in, for an organization that the sign-in creates.
  time_zone text,
  -- `language` is the language of the console in the browser that began the sign-in, for an organization that the
  -- sign-in creates; null if the browser named none.
  language text check (language in ('en', 'de', 'fr', 'es'))
);
create index open_id_states_expires_at_idx on open_id_states (expires_at);

-- The identities of people at an OpenID Connect provider. After the first sign-in an account is found by the
-- identity, no longer by the e-mail address.
create table open_id_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index open_id_identities_account_id_idx on open_id_identities (account_id);

-- The e-mail domains that organizations have added, for whose addresses their own sign-in provider may vouch. The id is
-- also the value of the TXT record that proves a domain.
create table email_domains (
  id uuid primary key,
  organization_id uuid not null references organizations,
  domain text collate "C" not null,
  created_at timestamptz not null,
  -- The time from which the domain counts as proven; null if it is not proven.
  proven_at timestamptz,
  -- The time when DNS was last asked.
  checked_at timestamptz,
  -- The time of the first check since which the record of a proven domain is missing.
  missing_since timestamptz,
  unique (organization_id, domain)
);
-- One organization at most has proven a domain.
create unique index email_domains_proven on email_domains (domain) where proven_at is not null;
create index email_domains_checked_at_idx on email_domains (checked_at) where proven_at is not null;

-- The OpenID Connect providers of organizations. An organization has one at most.
create table sign_in_providers (
  organization_id uuid primary key references organizations,
  -- Changes with the issuer and with the client id, so that a sign-in which began before the change is refused.
  id uuid not null unique,
  issuer text not null,
  client_id text not null,
  -- The client secret, encrypted with the key ring.
  encrypted_secret text not null,
  -- The role of people who become members by signing in.
  default_role text not null check (default_role in ('viewer', 'editor', 'admin')),
  -- Whether people with an address of a proven domain become members by signing in. Otherwise they need an invitation.
  admits_new boolean not null,
  -- The time from which members must sign in through the provider; null if they need not.
  required_at timestamptz,
  created_at timestamptz not null
);

-- The members of organizations by their subject at the organization's own sign-in provider. They end with the provider,
-- and with its issuer and client id.
create table member_identities (
  organization_id uuid not null references organizations,
  subject text collate "C" not null,
  user_id uuid not null unique references users,
  created_at timestamptz not null,
  primary key (organization_id, subject)
);

-- The addresses of removed members in domains of the organization. Their sign-in through the provider does not make
-- them members again.
create table removed_members (
  organization_id uuid not null references organizations,
  email text collate "C" not null,
  removed_at timestamptz not null,
  -- The subject by which the organization's sign-in provider knew the removed member; null if it did not know the
  -- member. The provider may give the same person another address later.
  subject text,
  primary key (organization_id, email)
);
create index removed_members_organization_id_subject_idx on removed_members (organization_id, subject) where subject is not null;

-- The second factors of accounts: an authenticator app, passkeys (table passkeys), and recovery codes. A sign-in with a
-- password then needs one of them.
create table second_factors (
  account_id uuid primary key references accounts,
  -- The secret of the authenticator app, encrypted with the key ring; null if the person has only passkeys.
  encrypted_secret text,
  -- The time when the person confirmed the authenticator app with a first code; null while the app is not set up.
  app_confirmed_at timestamptz,
  -- The time when two-factor sign-in was turned on, by an app or by a passkey. While it is null, a sign-in needs no
  -- second factor.
  confirmed_at timestamptz,
  -- The number of the newest period of 30 seconds since 1970 whose code was used. Codes of this period and of earlier
  -- ones are refused.
  last_step int,
  -- The digests of the recovery codes that were not used yet.
  recovery_digests text[] not null,
  created_at timestamptz not null
);

-- Public keys of accounts, whose private keys are on their devices (WebAuthn). A passkey is a second factor, and can
-- sign in without a password.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- The id and the public key (COSE) that the authenticator created, in base64url.
  credential_id text not null unique,
  public_key text not null,
  -- The highest signature counter that the authenticator sent, below 2^32; 0 if it does not count.
  counter float8 not null,
  -- How the browser reaches the authenticator, such as usb or internal.
  transports text[] not null,
  -- The host of the public address under which the passkey was created. It works under this host only.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account_id_idx on passkeys (account_id);

-- Audited actions. Entries are added and never changed (functions/account/audit/refuse_audit_change.sql). They have no
-- foreign keys, so that they outlive the rows that they name.
create table audit_events (
  id uuid primary key,
  organization_id uuid,
  at timestamptz not null,
  action text not null,
  actor jsonb not null,
  subject jsonb not null,
  request_id text,
  ip_address text,
  before jsonb,
  after jsonb
);
create index audit_events_organization_id_id_idx on audit_events (organization_id, id);
create index audit_events_at_idx on audit_events (at);
-- Finds the latest entries about the draft of a spinner, so that autosaves leave one entry an hour.
create index audit_events_draft_changes on audit_events (organization_id, ((subject ->> 'id')), at) where action = 'spinner.changed';

-- The request counters of the rate limits. The library rate-limiter-flexible defines the columns.
create table throttle (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

-- Encryption

-- The ids of the encryption keys that were used in this database, each with a proof computed from the key. At
-- its start, a process compares the proofs with its own keys, and refuses to run if a key is missing or
-- differs.
create table encryption_keys (
  id text primary key,
  proof text not null,
  first_used_at timestamptz not null default now()
);

-- Tables of projects and data tables

-- Projects, with deleted ones whose data tables or spinners are in the bin. The view `projects` leaves these out.
create table stored_projects (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  created_at timestamptz not null,
  -- Whether the project was deleted while the bin held data tables or spinners of it.
  in_bin boolean not null default false
);
create index stored_projects_organization_id_idx on stored_projects (organization_id);

create view projects as select * from stored_projects where not in_bin;

-- Data tables, with those in the bin. All statements but those of the bin, of erasure and of moves use the view
-- `data_tables`, which leaves out the bin.
create table stored_data_tables (
  id uuid primary key,
  organization_id uuid not null references organizations,
  project_id uuid not null references stored_projects,
  name text not null,
  columns jsonb not null,
  missing_columns text not null,
  schema_version int not null,
  revision int not null default 1,
  ingest_token_digest text not null unique,
  ingest_token_ciphertext text not null,
  -- The end of the data table's ledger (the table appends), as it was when this row was last written: the last
  -- seq, and the number of records up to that seq. Later appends are only in the table appends.
  last_seq bigint not null default 0,
  appended bigint not null default 0,
  -- The number of records that were deleted one by one. The data table has `appended - removed` records.
  removed bigint not null default 0,
  created_at timestamptz not null,
  -- The match columns, which identify a person so that one person has one record: {columns, onMatch, newerBy}.
  -- Null if the data table has none.
  match jsonb,
  -- The country that is assumed for phone numbers without a country prefix; null if none is set.
  default_country text,
  -- The generation of record keys that is in use (record_keys.generation). A change of `match` computes the
  -- keys of the next generation while these keys are still used.
  match_generation int not null default 0,
  -- Whether the data table refuses (strict) or holds (open) a delivery that does not fit its columns.
  accepts_any_format boolean not null default false,
  -- The number of seconds in which a second delivery with the same bytes counts as a repeat, if the source
  -- sends no delivery id.
  duplicate_window_seconds int not null default 600 check ((duplicate_window_seconds >= 0) and (duplicate_window_seconds <= 604800)),
  -- The digest of the webhook URL's previous token, which works until previous_token_until after a rotation.
  -- Null if no previous token works.
  previous_token_digest text,
  previous_token_until timestamptz,
  -- Whether the service applies a mapping that it proposes without a review by a user, if each column has
  -- exactly one clear source field.
  maps_automatically boolean not null default false,
  -- The signing method and the encrypted secret with which deliveries to the webhook URL must be signed:
  -- {preset, secretCiphertext}. Null if no signature is required.
  signature jsonb,
  on_bad_signature text not null default 'refuse' check (on_bad_signature in ('refuse', 'hold')),
  -- For each column name, the JSON key under which records.data stores its values, so that a rename changes no
  -- record. Null while every key equals the column name, as until a first column is renamed or removed.
  column_keys jsonb,
  -- The entry of the bin that holds the data table; null if it is not in the bin.
  bin_entry_id uuid
) with (fillfactor = 50);
create index stored_data_tables_organization_id_idx on stored_data_tables (organization_id);
create index stored_data_tables_project_id_idx on stored_data_tables (project_id);
create unique index stored_data_tables_previous_token on stored_data_tables (previous_token_digest) where previous_token_digest is not null;

create view data_tables as select * from stored_data_tables where bin_entry_id is null;

-- Deleted data tables whose records are still being deleted in batches.
create table removed_tables (
  id uuid primary key,
  removed_at timestamptz not null
);

-- Removed columns whose values are still being deleted from the records of their data table. It is done for the
-- records with ids up to after_id.
create table removed_columns (
  data_table_id uuid not null,
  key text not null,
  after_id bigint not null default 0,
  removed_at timestamptz not null default now(),
  primary key (data_table_id, key)
);

-- Saved searches (views) of a data table, which the console lists by name.
create table views (
  id uuid primary key,
  organization_id uuid not null references organizations,
  data_table_id uuid,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  -- The person whose own layout of the table's columns this is; null for a view of all members.
  user_id uuid references users
);
create index views_of_table on views (data_table_id);
create index views_of_organization on views (organization_id);
create unique index views_of_user on views (user_id, data_table_id) where user_id is not null;

-- Records

create table records (
  data_table_id uuid not null,
  id bigint not null,
  data jsonb not null,
  primary key (data_table_id, id)
);

-- The ids of records. Every append takes a block of 512 ids; its records have the ids first_id, first_id + 1, …
create sequence record_blocks increment by 512 start with 512 cache 1;

-- The ledger of each data table: one row for each accepted request that added records, in the order of commits.
create table appends (
  data_table_id uuid not null,
  seq bigint not null,
  first_id bigint not null,
  count int not null,
  api_key_id uuid,
  request_id text not null,
  idempotency_key text,
  created_at timestamptz not null,
  -- The way by which records came without an API key: the webhook URL (w) or an import (i). Null for records
  -- that a signed-in user or an API key entered with the management API.
  source "char" default 'w',
  -- The number of records of the data table up to and including this append. Null if the statement wrote the
  -- number to data_tables.appended instead, as an import does.
  appended bigint,
  primary key (data_table_id, seq)
);

create table idempotency_keys (
  organization_id uuid not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null,
  -- The data table whose records the idempotency key claims, and the digests of these records in the order of
  -- the request. The claim keeps a repeat from adding the records again. Null for a key that claims no records.
  data_table_id uuid,
  record_digests bigint[],
  -- Lets the idempotency key of a management request be claimed before the request is carried out. The key then has a
  -- claim, no value in `answer` and an empty fingerprint. The digest of the content, which may contain a password, and
  -- the answer are in `sealed_request`, encrypted; it is null if a person was erased meanwhile.
  claim uuid,
  lease_until timestamptz,
  is_committed boolean not null default false,
  sealed_request text,
  primary key (organization_id, route, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
create index idempotency_keys_claim_idx on idempotency_keys (claim) where claim is not null;

-- The match keys of records: digests of their cells in the match columns. A statement that adds records looks
-- their keys up here, so that one person has one record.
create table record_keys (
  data_table_id uuid not null,
  generation int not null,
  key bytea not null,
  record_id bigint not null,
  -- The value of the record's cell in the column `newerBy`, which says how new the record is; null if `match`
  -- names no such column.
  version text collate "C",
  primary key (data_table_id, generation, key)
);

-- Computations of match keys for changed match columns. A row is the next generation of a data table's keys
-- while it is computed, or an abandoned one until its keys are deleted.
create table key_rebuilds (
  id uuid primary key,
  data_table_id uuid not null,
  generation int not null,
  written_at timestamptz not null default now(),
  abandoned boolean not null default false
);
create unique index key_rebuilds_under_way on key_rebuilds (data_table_id) where not abandoned;
create index key_rebuilds_data_table_id_idx on key_rebuilds (data_table_id);

-- Match keys of records that are not in use yet: keys of the rows of an unfinished import (owner is the
-- import), and keys of records while another record has the same key.
create table staged_keys (
  owner uuid not null,
  no bigint not null,
  key bytea not null,
  record_id bigint not null,
  version text collate "C",
  primary key (owner, no)
);
create index staged_keys_owner_key_no_idx on staged_keys (owner, key, no);

-- The history of changes that deliveries made to existing records, with the names of the changed columns.
create table record_changes (
  data_table_id uuid not null,
  record_id bigint not null,
  at timestamptz not null,
  request_id text not null,
  api_key_id uuid,
  columns text[] not null
);
create index record_changes_data_table_id_record_id_idx on record_changes (data_table_id, record_id);

-- The bin: each row is a data table, a spinner, or the records of one deletion, which people can restore until
-- `deletes_at`.
create table bin_entries (
  id uuid primary key,
  organization_id uuid not null references organizations,
  -- The project that held the deleted things. It may have been deleted since.
  project_id uuid not null,
  kind text not null check (kind in ('records', 'dataTable', 'spinner')),
  -- The data table in the bin, or the data table of the records or of the spinner.
  data_table_id uuid not null,
  -- Null unless `kind` is 'spinner'.
  spinner_id uuid,
  -- The name of the spinner or data table at the time of the deletion.
  name text not null,
  -- The number of records of the deletion that are still in the bin; 0 unless `kind` is 'records'.
  records bigint not null default 0,
  -- The person or API key that deleted the things: {kind, id, name}.
  deleted_by jsonb not null,
  deleted_at timestamptz not null,
  -- The time from which the entry cannot be restored and the runtime deletes the things for good.
  deletes_at timestamptz not null
);
create index bin_entries_organization_id_id_idx on bin_entries (organization_id, id);
create index bin_entries_deletes_at_idx on bin_entries (deletes_at);
create index bin_entries_data_table_id_deleted_at_idx on bin_entries (data_table_id, deleted_at);

-- The records in the bin, with the cells that they had.
create table deleted_records (
  bin_entry_id uuid not null,
  id bigint not null,
  data jsonb not null,
  primary key (bin_entry_id, id)
);

-- Imports in progress. Their rows are in records already, but no append contains them, so they stay invisible
-- until the whole import is finished.
create table imports (
  id uuid primary key,
  data_table_id uuid not null,
  begun_at timestamptz not null default now(),
  abandoned boolean not null default false,
  -- Whether the imported rows have match keys, which are in staged_keys until the import is finished.
  has_match_keys boolean not null default false,
  -- Whether the import stores the cells of its rows under the keys of data_tables.column_keys instead of under
  -- the column names.
  uses_column_keys boolean not null default false,
  -- The column keys under which the import stores its cells, if it adds columns to a data table with
  -- column_keys; otherwise null.
  column_keys jsonb
);
create index imports_data_table_id_idx on imports (data_table_id);

create table import_blocks (
  import_id uuid not null references imports,
  no int not null,
  first_id bigint not null,
  count int not null,
  written_at timestamptz not null default now(),
  -- The number of rows of the block that were deleted by erasures of people before the import ended.
  erased int not null default 0,
  primary key (import_id, no)
);

-- Tables of the search in records

-- The search indexes of data tables. `key` is the key of the indexed column in records.data, or empty for the
-- index of the words of all columns. Indexes are filled in the background. Data tables without an index pay
-- nothing.
create table record_indexes (
  data_table_id uuid not null,
  key text not null,
  index_number int not null,
  created_at timestamptz not null default now(),
  primary key (data_table_id, key)
);

-- The progress of filling each search index, as a position in the ledger of its data table. A removed index
-- (`dropped`) keeps its row until its entries are deleted. A move to another cell does not copy indexes.
create table index_progress (
  data_table_id uuid not null,
  index_number int not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  -- The number of records that the search index contains so far.
  record_count bigint not null default 0,
  -- The transaction that created the search index. Transactions that began before it may change records without
  -- listing them in index_changes, so filling the index waits until they have ended.
  begun_in_transaction xid8 not null default pg_current_xact_id(),
  ready boolean not null default false,
  dropped boolean not null default false,
  primary key (data_table_id, index_number)
);
create index index_progress_to_clear on index_progress (data_table_id) where dropped;

-- The entries of the search indexes: for each record its sort key (domain/table/search/sort-key.ts) or one of
-- its words. An entry may be out of date, so a search also checks the record itself.
create table index_entries (
  data_table_id uuid not null,
  index_number int not null,
  value text collate "C" not null,
  record_id bigint not null,
  primary key (data_table_id, index_number, value, record_id)
);
create index index_entries_of_record on index_entries (data_table_id, record_id);

-- The ledger position (seq) of each block of records that the search indexes contain.
create table indexed_appends (
  data_table_id uuid not null,
  first_id bigint not null,
  seq bigint not null,
  primary key (data_table_id, first_id)
);

-- Records that were changed since they were entered into the search indexes, and must be entered again
-- (note_changes).
create table index_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index index_changes_of_table on index_changes (data_table_id, record_id);

-- Arrivals

-- Delivery requests that were refused, held or ignored. A held request that was accepted later keeps its row
-- without its body. Requests that were accepted at once are in appends.
create table arrivals (
  -- A UUID of version 7, so the order of ids is the order in which the requests arrived.
  id uuid primary key,
  organization_id uuid not null,
  -- The data table to which the request was sent. Null if the request named no existing table.
  data_table_id uuid,
  status text not null check (status in ('received', 'held', 'refused', 'ignored', 'accepted')),
  code text,
  reasons jsonb not null default '[]',
  format text,
  mapping_id uuid,
  -- The API key of the request. Null if the request came by the webhook URL of the data table.
  api_key_id uuid,
  request_id text not null,
  records int,
  accepted int not null default 0,
  -- The positions in the body of the records that are still held; null if all are held.
  held_positions int[],
  received_at timestamptz not null,
  -- The headers, URL parameters and body of the delivery request, encrypted. Null once the request was accepted.
  body bytea,
  -- The number of bytes that the arrival takes of its organization's storage limit.
  size int not null,
  revision int not null default 1,
  -- The path to the records of an arrival's body to which the columns records and held_positions refer. Null if the
  -- records were not found, or if the path is unknown. An array held_positions says that other records of the body are
  -- or may be in the table; the positions of another path would belong to other records.
  records_root jsonb
);
-- Turns off PostgreSQL's own compression of the column: the bytes were compressed before they were encrypted,
-- and encrypted bytes cannot be compressed further.
alter table arrivals alter column body set storage external;
create index arrivals_organization_id_status_id_idx on arrivals (organization_id, status, id);
create index arrivals_data_table_id_status_id_idx on arrivals (data_table_id, status, id);
create index arrivals_data_table_id_format_id_idx on arrivals (data_table_id, format, id);
create index arrivals_received_at_idx on arrivals (received_at);
-- Finds the few arrivals that no process has handled yet, oldest first.
create index arrivals_received on arrivals (received_at) where status = 'received';

-- The bytes that each organization's stored arrivals take of its storage limit: held arrivals, and refused and
-- ignored arrivals, which are deleted first when the limit is reached.
create table arrival_usage (
  organization_id uuid primary key,
  held_bytes bigint not null default 0,
  other_bytes bigint not null default 0
) with (fillfactor = 50);

-- Deliveries whose records were added to a data table, by the delivery id that the source sent or by a digest
-- of the bytes. A repeat of such a delivery adds no records.
create table arrival_claims (
  data_table_id uuid not null,
  key bytea not null,
  -- The positions in the delivery of the records that were added; -1 for the whole delivery.
  positions int[] not null,
  at timestamptz not null,
  -- The number of seconds for which another delivery with the same key counts as a repeat of this one.
  valid_seconds int not null,
  -- The digests of the added records, in the order of `positions`; a repeat must have the same content. Null if
  -- a repeat may have any content.
  record_digests bigint[],
  primary key (data_table_id, key)
);
-- A small block-range index, because claims are inserted in the order of time and are deleted by time only.
create index arrival_claims_at_idx on arrival_claims using brin (at);

-- Mappings of delivery formats to the records of a data table. The service tries them in the order of
-- `position`. The definition is {match, root, fields, action, deliveryId, versionTime}; each change of it makes
-- the next version.
create table mappings (
  id uuid primary key,
  organization_id uuid not null,
  data_table_id uuid not null references stored_data_tables on delete cascade,
  position int not null,
  version int not null,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mappings_data_table_id_position_idx on mappings (data_table_id, "position");

-- Spinners

-- Spinners, with those in the bin. The view `spinners` leaves out the bin.
create table stored_spinners (
  id uuid primary key,
  organization_id uuid not null references organizations,
  project_id uuid not null references stored_projects,
  data_table_id uuid not null references stored_data_tables,
  name text not null,
  audience text not null check ((audience in ('new', 'all')) or (audience ~~ 'segment:%')),
  steps jsonb not null,
  revision int not null default 1,
  latest_version int not null default 0,
  published_version int,
  -- The position in the ledger of the data table up to which jobs of the spinner have taken the records. The
  -- next job over new records begins after it.
  taken_seq bigint not null default 0,
  taken_records bigint not null default 0,
  created_at timestamptz not null,
  contact text not null default 'oncePerRecord' check (contact in ('oncePerPerson', 'oncePerRecord')),
  is_exclusive boolean not null default false,
  -- The days and hours in which the spinner sends: {days, from, to, zone}; null for any time.
  send_window jsonb,
  -- The events that stop a recipient before its next message, such as a reply.
  exits text[] not null default '{reply,bounce,unsubscribe}' check (array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|segment:[0-9a-f-]{36})( |$))*$'),
  -- The values that a trigger request can or must send for the templates: [{name, type, required}].
  trigger_data jsonb not null default '[]',
  paused_at timestamptz,
  -- The user or the API key that paused the spinner.
  paused_actor_id uuid,
  -- The setting that starts jobs of the spinner automatically: {on, …}, as in src/domain/spinner/starts.ts.
  -- {"on": "call"} starts none.
  starts jsonb not null default '{"on": "call"}',
  -- The entry of the bin that holds the spinner; null if it is not in the bin.
  bin_entry_id uuid,
  -- The setting that says which replies stop a recipient: {"scope": "everywhere"} or {"scope": "spinner"}, as in
  -- src/domain/spinner/exit.ts.
  reply jsonb not null default '{"scope": "job"}' check ((reply ->> 'scope') in ('job', 'everywhere')),
  -- The goal of a spinner: {event, withinDays}, as in src/domain/spinner/goal.ts; null if it has none.
  goal jsonb,
  -- The pace of a spinner: {maxNewPerDay, maxPerDay}, as in src/domain/spinner/spinner-pace.ts; null if it has none.
  pace jsonb,
  -- Allows the audience `segment:ID` and the exits `leftAudience` and `segment:ID`, and stores the segments whose
  -- records a spinner excludes: {segmentIds}, as in src/domain/spinner/segment/exclusion.ts; null if it excludes none.
  exclude jsonb
) with (fillfactor = 50);
create index stored_spinners_organization_id_idx on stored_spinners (organization_id);
create index stored_spinners_project_id_idx on stored_spinners (project_id);
create index stored_spinners_data_table_id_idx on stored_spinners (data_table_id);

create view spinners as select * from stored_spinners where bin_entry_id is null;

create table spinner_versions (
  spinner_id uuid not null references stored_spinners,
  version int not null,
  audience text not null check ((audience in ('new', 'all')) or (audience ~~ 'segment:%')),
  steps jsonb not null,
  metadata_columns text[] not null,
  contact text not null default 'oncePerRecord' check (contact in ('oncePerPerson', 'oncePerRecord')),
  is_exclusive boolean not null default false,
  send_window jsonb,
  exits text[] not null default '{reply,bounce,unsubscribe}' check (array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|segment:[0-9a-f-]{36})( |$))*$'),
  trigger_data jsonb not null default '[]',
  starts jsonb not null default '{"on": "call"}',
  -- The steps before which no message can have been sent.
  steps_before_messages int[] not null,
  -- For each step, the total seconds of the wait steps after it, on the longest path through branches.
  wait_seconds_after_steps float8[] not null,
  published_at timestamptz,
  -- Whether all steps are plain: they have no branches, wait for no event, ask no question and compare no times.
  is_plain boolean not null,
  -- The steps that send a person nothing, among them guards, whose requests are marked as messages are. Null for
  -- versions published before this column existed.
  steps_without_messages int[],
  reply jsonb not null default '{"scope": "job"}' check ((reply ->> 'scope') in ('job', 'everywhere')),
  goal jsonb,
  -- Stores the settings of versions that `stored_spinners` has got too: the pace, the excluded segments, the audience
  -- `segment:ID`, and the exits `leftAudience` and `segment:ID`.
  pace jsonb,
  exclude jsonb,
  primary key (spinner_id, version)
);

-- Published spinners that start jobs automatically, by a schedule or new records, with the time of their next start.
create table spinner_starts (
  spinner_id uuid primary key references stored_spinners on delete cascade,
  organization_id uuid not null references organizations,
  -- The start setting (`starts`) of the spinner's published version.
  starts jsonb not null,
  -- The time at which the spinner's next automatic start is due. It stays the same while that start is refused.
  due_at timestamptz not null,
  -- The time at which a runtime tries the automatic start: due_at, or later if another runtime is trying it or
  -- the start was refused. Null while the spinner is paused.
  check_at timestamptz,
  -- The reason why the automatic start was refused, {code, message, …}, and the time of the first refusal; null
  -- if it was not.
  stopped jsonb,
  stopped_at timestamptz
) with (fillfactor = 50);
create index spinner_starts_due on spinner_starts (check_at) where check_at is not null;

-- Automatic starts of spinners that were carried out, each with its job. A due time gets one job only, even if
-- several runtimes try the start.
create table spinner_start_jobs (
  spinner_id uuid not null references stored_spinners on delete cascade,
  due_at timestamptz not null,
  job_id uuid not null,
  primary key (spinner_id, due_at)
);

-- Rehearsals (dry runs of a trigger) with their progress and results, kept for an hour
-- (docs/decisions/0028-rehearsals.md).
create table rehearsals (
  id uuid primary key,
  organization_id uuid not null references organizations,
  spinner_id uuid not null references stored_spinners on delete cascade,
  -- The rehearsed version of the spinner; null for its draft.
  version int,
  -- The digest of the trigger request that was rehearsed.
  request_digest text not null,
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'superseded')),
  -- Whether a later rehearsal of the spinner ends this one while it is running.
  superseded_by_next boolean not null,
  done bigint not null default 0,
  total bigint not null,
  result jsonb,
  error text,
  created_at timestamptz not null,
  -- The time at which the process that computes the rehearsal last reported that it is running.
  seen_at timestamptz not null,
  -- The time until which a trigger may name the rehearsal, to start the job that was rehearsed.
  expires_at timestamptz,
  -- The job that a trigger has started by naming this rehearsal; null if there is none.
  job_id uuid
);
create index rehearsals_of_organization on rehearsals (organization_id, created_at);
create index rehearsals_by_age on rehearsals (created_at);

-- Jobs

-- The primary keys of slices, recipients and deliveries begin with job and slice, so that everything about a
-- slice is one range of one primary key.
create table jobs (
  id uuid primary key,
  organization_id uuid not null,
  spinner_id uuid not null,
  spinner_version int not null,
  data_table_id uuid not null,
  -- The cause that started the job: a call of the API, a click in the console, new records, or the spinner's
  -- schedule.
  source text not null check (source in ('api', 'app', 'records', 'schedule', 'segment')),
  -- A job with a later start time is `scheduled`, so that queries for queued jobs do not read it. The API shows
  -- it as queued.
  status text not null default 'queued' check (status in ('queued', 'scheduled', 'running', 'paused', 'completed', 'failed', 'cancelled')),
  from_seq bigint not null,
  from_records bigint not null,
  to_seq bigint not null,
  to_records bigint not null,
  -- The position in the ledger of the data table up to which the job's records were divided into slices.
  cut_seq bigint not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  -- The job whose failed recipients this job retries; null for any other job.
  retry_of uuid,
  -- The number of the last slice whose recipients were deleted after the retention time; recipients of later
  -- slices are still stored.
  cleared_slices int not null default 0,
  cleared boolean not null default false,
  -- For a job that retries failed recipients: the first job of the chain of retries. Otherwise null.
  root_job_id uuid,
  -- For a cancelled job: the number of records that it returned to its spinner before they were in any slice.
  -- Returned records of slices are counted in their slices.
  released_records bigint not null default 0,
  -- Whether the job was cancelled but has not returned all of its unused records yet, because runtimes may
  -- still be processing its slices.
  releases_records boolean not null default false,
  -- The time when the job is to start; null to start at once.
  starts_at timestamptz,
  -- The values that the trigger request sent; templates read them as trigger.NAME.
  data jsonb,
  -- Whether the job's audience is a list of records in returned_audiences instead of a range of the ledger.
  has_explicit_audience boolean not null default false,
  paused_at timestamptz,
  -- The reason of the pause: 'job' or 'spinner', which must be resumed, or 'organization', whose deletion must be
  -- undone for the job to continue.
  paused_by text,
  -- The user or the API key that paused the job or its spinner.
  paused_actor_id uuid,
  -- The user or the API key that started the job; both are null if the job was started by new records or a
  -- schedule.
  started_by_user uuid,
  started_by_key uuid,
  -- The first 500 records that the job's trigger named, until lease_slice makes a slice of them or the job is
  -- cancelled; null for none. Further records are in returned_audiences. A row there with its index entries takes a
  -- tenth of PostgreSQL's CPU time for a trigger by one id.
  first_explicit_ids bigint[],
  -- The segments whose records the trigger of a job excludes beside those of the spinner: {segmentIds}; null if it
  -- excludes none.
  exclude jsonb
);
create index jobs_organization_id_id_idx on jobs (organization_id, id);
create index jobs_spinner_id_id_idx on jobs (spinner_id, id);
-- These small indexes let the sweep find due jobs. When it read every unfinished job each second instead,
-- ingest fell from 5,648 to 486 requests per second beside 500,000 jobs in a wait step.
create index jobs_queued on jobs (id) where status = 'queued';
create index jobs_running on jobs (id) where status = 'running';
create index jobs_scheduled on jobs (starts_at) where status = 'scheduled';
-- Indexes for an organization's turn (its share of a worker, docs/decisions/0013-turns.md), which reads only
-- the jobs of that organization.
create index jobs_queued_of_organization on jobs (organization_id, id) where status = 'queued';
create index jobs_uncut_of_organization on jobs (organization_id, id) where (status = 'running') and (cut_seq < to_seq);
create index jobs_paused on jobs (organization_id, spinner_id, id) where status = 'paused';
create index jobs_to_clear on jobs (finished_at) where (finished_at is not null) and (not cleared);
create index jobs_retries on jobs (retry_of, id) where retry_of is not null;
create index jobs_returning_records on jobs (id) where releases_records;
-- Finds jobs that may still return records to a spinner. While such a job exists, the records that other
-- triggers name are stored (docs/decisions/0027-named-audiences.md).
create index jobs_that_may_return_records on jobs (spinner_id) where (not has_explicit_audience) and ((finished_at is null) or releases_records);
-- Finds the jobs with trigger data, which may mention a person that an erasure must remove.
create index jobs_with_data on jobs (organization_id) where data is not null;
-- Finds the running and scheduled jobs that the console's home page shows.
create index jobs_on_the_way on jobs (organization_id, status) where status in ('running', 'scheduled');
-- Finds the ended jobs of a test organization whose details the retention deletes.
create index jobs_to_clear_of_organization on jobs (organization_id, finished_at) where (finished_at is not null) and (not cleared);
-- Finds the spinners whose jobs are paused with them.
create index jobs_paused_with_spinner on jobs (spinner_id) where (status = 'paused') and (paused_by = 'spinner');
create index jobs_that_exclude on jobs (spinner_id) where exclude is not null;

create table slices (
  job_id uuid not null,
  no int not null,
  -- The status of the slice. A slice of a paused job is `paused`, so that the indexes of due slices do not
  -- contain it. Its due time stays.
  status text not null default 'open' check (status in ('open', 'paused', 'closed')),
  due_at timestamptz not null,
  lease_holder uuid,
  lease_until timestamptz,
  -- The database connection of the runtime that has the slice's lease. If this connection closes, the lease ends.
  lease_connection uuid,
  -- The record ids of the recipients whose messages are being sent, and the time since which they are. The row
  -- is written for each chunk of recipients anyway, to renew the lease.
  sending bigint[] not null default '{}',
  sending_since timestamptz,
  -- The number of the slice's recipients in each status.
  waiting int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  unconfirmed int not null default 0,
  -- The number of records of the audience that were deleted before the slice was made.
  deleted int not null default 0,
  -- The number of leases of the slice that expired since an outcome was last stored, and the recipient that the
  -- last runtime was processing. They reveal a recipient at which every runtime crashes.
  lost_leases int not null default 0,
  preparing_record_id bigint,
  organization_id uuid,
  -- The numbers of the slice's recipients by reason code and status, [{code, status, count}], counted when a
  -- runtime releases its lease on the slice.
  reasons jsonb,
  -- The record ids of recipients to which the runtime that has the slice's lease must send nothing more, for
  -- example after an erasure.
  stopped_record_ids bigint[] not null default '{}',
  released_records int not null default 0,
  -- The latest due time of the slice's waiting recipients, as it was when a runtime last released its lease on
  -- the slice.
  last_due timestamptz,
  stopped_count int not null default 0,
  -- The numbers of the slice's recipients at each "<step> <status> <code>", counted when a runtime last released
  -- the slice; null before. Two arrays, because those of 2,000 slices are added up in a few milliseconds, JSON
  -- in two hundred.
  step_states text[],
  step_state_counts int[],
  -- For a job that retries failed recipients: the steps at which the slice's recipients begin again, with their
  -- numbers, [{step, count}].
  entry_steps jsonb,
  -- The reasons of waits that were reviewed while a runtime had the slice, because a contact policy was changed; null
  -- for none. The recipients that wait for these reasons are due when the slice is released.
  review_codes text[],
  -- Lets users act on single recipients, also while a runtime has the lease of their slice.
  --
  --   changed_record_ids  the recipients that a user changed since the slice was leased; the runtime that has the lease
  --                       stores no outcome for them and marks none of their messages
  --   repeats_steps       whether recipients of the slice may run a step again of which a message result is stored
  --   moved_steps         the moves of recipients to steps that do not follow theirs: a list of {from, to, count}
  changed_record_ids bigint[] not null default '{}',
  repeats_steps boolean not null default false,
  moved_steps jsonb,
  -- The range of the ledger of appends from which a slice was made: the appends after `from_seq` up to `to_seq`. Null
  -- for slices of named and retried records, and of earlier releases. It leads to the sources of the recipients'
  -- records.
  from_seq bigint,
  to_seq bigint,
  primary key (job_id, no)
) with (fillfactor = 50);
create index slices_due on slices (job_id, due_at) where status = 'open';
create index slices_due_at on slices (due_at) where status = 'open';
create index slices_due_of_organization on slices (organization_id, due_at) where status = 'open';
create index slices_of_lease_connection on slices (lease_connection) where status = 'open';
create index slices_paused on slices (job_id, no) where status = 'paused';
-- Finds the slices with failed recipients for the console's home page. A slice is added to the index at its
-- first failure.
create index slices_failed on slices (organization_id, job_id) where failed > 0;

-- The recipients of jobs: one row for each record in a slice. A row is updated once or twice. The fill factor
-- leaves room on its page for the new version, so that no index has to be changed.
create table recipients (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  status text not null default 'pending' check (status in ('pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed', 'stopped')),
  step int not null default 0,
  attempts int not null default 0,
  due_at timestamptz not null,
  error text,
  updated_at timestamptz not null,
  -- The code of the reason for the recipient's status, and the facts behind it (evidence). The reason in words
  -- is in `error`.
  reason text,
  evidence jsonb,
  -- The sender of the recipient's first message; later steps use the same sender.
  sender_id uuid,
  -- A stop of the recipient, such as by a reply, that takes effect as soon as the message being sent has its
  -- outcome: {code, evidence, until}.
  pending_stop jsonb,
  -- The day for which the pace of the spinner has reserved a place for a recipient that got no message yet; null
  -- without such a place. It stays after the first message, and is not read then.
  pace_day date,
  primary key (job_id, slice, record_id)
) with (fillfactor = 50);
-- Finds the few recipients with a stop, among them failed recipients that no retry takes.
create index recipients_with_stops on recipients (job_id, slice) where pending_stop is not null;

-- The outcome of sending each message. A row is updated only by a second attempt, so the fill factor leaves no
-- room on its page.
create table message_results (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  channel text not null,
  status text not null check (status in ('sent', 'failed', 'unconfirmed')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (job_id, slice, record_id, step)
);

-- Recipients that wait at a step for an event, such as a change of their record. `since` is the time when the
-- wait began.
create table step_waits (
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  -- The data table of the record, if the step waits for the value of a column, so that a change of the record
  -- ends the wait. Null for other steps.
  data_table_id uuid,
  since timestamptz not null,
  -- The digest of the awaited column's value when the wait began; null until the value could be read.
  value_digest text,
  -- Whether the recipient's record was written since a runtime last checked whether the wait has ended.
  changed boolean not null default false,
  primary key (job_id, slice, record_id, step)
);
create index step_waits_of_records on step_waits (data_table_id, record_id) where data_table_id is not null;
create index step_waits_changed on step_waits (job_id, slice) where changed;

-- The branches of split steps: for each slice the records that took a branch, and the branch's figures,
-- which stay after the recipients were deleted.
create table split_branches (
  job_id uuid not null,
  slice int not null,
  step int not null,
  branch int not null,
  record_ids bigint[] not null,
  figures jsonb,
  -- The number of records that took the branch: the ids in record_ids, which need not be read to count them.
  record_count int,
  primary key (job_id, slice, step, branch)
);

-- Lists of records that jobs have yet to take. Most are returned records, to which a cancelled job over new
-- records had sent nothing; the next job over new records takes them (docs/decisions/0019-returned-records.md).
-- A row is a range of the ledger that was not cut into slices, the records of one slice, or up to 500 records
-- of a named audience.
create table audience_parts (
  -- The cancelled job that returned the records, and the number of its slice; slice 0 for a range of the
  -- ledger. For a named audience: the job that runs over it, and a number below 0.
  job_id uuid not null,
  slice int not null,
  spinner_id uuid not null references stored_spinners on delete cascade,
  -- The ledger range of the returned records: after from_seq, up to and including to_seq. Null if the row holds
  -- the records of a slice.
  from_seq bigint,
  to_seq bigint,
  -- The ids of the slice's returned records. They are copied, because the recipients of a job are deleted some
  -- time after its end.
  record_ids bigint[],
  records bigint not null,
  -- The job to which the returned records are assigned, until it has divided them into its own slices; null if
  -- no job has them.
  taken_by_job_id uuid,
  -- A part of an audience whose records are chosen by a segment when the job takes them: the records after
  -- `last_record_id` up to `end_record_id`, which is null until the job begins to take them. `records` is then the
  -- estimated number of them that belong to the segment.
  segment_id uuid,
  last_record_id bigint,
  end_record_id bigint,
  primary key (job_id, slice)
);
create index audience_parts_of_spinner on audience_parts (spinner_id, taken_by_job_id);
create index audience_parts_taken on audience_parts (taken_by_job_id, job_id, slice) where taken_by_job_id is not null;
create index audience_parts_of_segments on audience_parts (segment_id) where segment_id is not null;

-- Records that triggers named before a job over new records had taken them. Later jobs over new records skip
-- them (docs/decisions/0027-named-audiences.md).
create table explicit_records (
  spinner_id uuid not null references stored_spinners on delete cascade,
  record_id bigint not null,
  -- The position of the named record in the ledger of its data table; null until a statement has looked it up.
  seq bigint,
  -- The ledger position up to which jobs of the spinner had taken records when this record was named. A record
  -- up to this position was already taken, so its row has no effect.
  taken_seq bigint not null,
  -- The job that has the named record as a recipient, and returns it if the job is cancelled.
  job_id uuid not null,
  -- The job over new records that skipped the named record because its ledger range contained it.
  skipped_by_job_id uuid,
  primary key (spinner_id, record_id)
);
create index explicit_records_by_seq on explicit_records (spinner_id, seq);

-- Further jobs whose triggers named a record of named_records. If the job that has the record is cancelled, one
-- of these jobs gets it.
create table explicit_record_other_jobs (
  spinner_id uuid not null,
  record_id bigint not null,
  job_id uuid not null,
  primary key (spinner_id, record_id, job_id),
  constraint explicit_record_other_jobs_spinner_id_record_id_fkey foreign key (spinner_id, record_id) references explicit_records(spinner_id, record_id) on delete cascade
);

-- Runtimes

-- The running runtime processes, which the console shows.
create table runtime_workers (
  id uuid primary key,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

-- One database connection of each runtime, which holds an advisory lock (runtime_connection_key) until it
-- closes. If the lock is free, other runtimes know that the runtime was killed, before its leases expire.
create table runtime_connections (
  id uuid primary key,
  -- The time at which another runtime first found the advisory lock free. The connection's runtime may still
  -- run and only have lost the connection.
  missed_at timestamptz
);

-- Senders

-- A limit on the messages that several senders of an organization send together in any 24 hours. The messages are not
-- counted here: they are the sum of sender_health over the senders of the pool (pool_use). `scheduled_until` and
-- `priority_until` are the next free times for messages that wait for the pool, as in sender_budgets.
create table sender_pools (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  max_per_day int not null check (max_per_day > 0),
  scheduled_until timestamptz not null,
  priority_until timestamptz not null,
  created_at timestamptz not null,
  revision int not null default 1
);
create index sender_pools_organization_id_idx on sender_pools (organization_id, id);

-- Mail accounts (senders) through which organizations send messages, with their limits.
create table senders (
  id uuid primary key,
  organization_id uuid not null references organizations,
  -- The kind of mail account. 'deployment' is the operator's SMTP server, which an organization may use within
  -- limits of its own.
  kind text not null check (kind in ('deployment', 'smtp', 'google', 'microsoft')),
  name text not null,
  email text not null,
  reply_to text,
  signature text,
  status text not null default 'connected' check (status in ('connected', 'paused', 'needsAttention')),
  -- The reason why the sender does not send: {code, serverResponse, …}; null if it sends.
  status_reason jsonb,
  -- The settings of the mail account that are not secret: {host, port, tls, user, imapHost, imapPort, account}.
  settings jsonb not null default '{}',
  -- The password or the OAuth tokens of the mail account, encrypted.
  credentials text,
  -- The time when the mail account's OAuth access token expires. A process that renews the token locks the row.
  expires_at timestamptz,
  -- Whether e-mail steps that name no sender use this one.
  is_default boolean not null default false,
  time_zone text not null default 'UTC',
  daily_limit int check (daily_limit > 0),
  -- The least seconds between two messages of the sender; a random extra of up to the same length is added.
  gap_seconds int not null default 0 check (gap_seconds >= 0),
  -- The warm-up of the sender, {start, add, everyDays}: from ramp_from on, its daily limit grows from `start`
  -- up to daily_limit. Null for none.
  ramp jsonb,
  ramp_from date,
  created_at timestamptz not null,
  revision int not null default 1,
  -- The highest number of e-mails that the sender may send in a day, which the operator of the deployment sets and the
  -- organization cannot change; null for none. Senders with their own accounts have none.
  max_per_day int check (max_per_day > 0),
  -- The pool of the sender; null for none. A sender of a deleted pool has none.
  pool_id uuid references sender_pools on delete set null,
  -- The HTML of a sender's signature; null if the HTML of messages shows the plain text of `signature`.
  signature_html text
);
create index senders_organization_id_idx on senders (organization_id, id);
create unique index senders_default on senders (organization_id) where is_default;
-- A Google or Microsoft account is one sender of the organization, even if it is connected several times.
create unique index senders_account on senders (organization_id, kind, ((settings ->> 'account'))) where kind in ('google', 'microsoft');
create index senders_pool_id_idx on senders (pool_id) where pool_id is not null;

-- OAuth requests to Google or Microsoft for access to a mail account, while the provider has not answered. Each is
-- accepted once, within ten minutes, in the session that began it.
create table sender_oauth_states (
  -- The digest of the OAuth `state` parameter of the request, which only the browser and the provider have.
  digest text primary key,
  kind text not null check (kind in ('google', 'microsoft')),
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  session_id uuid not null,
  -- The PKCE verifier and the nonce with which the service checks the provider's answer, encrypted.
  encrypted_verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sender_oauth_states_expires_at_idx on sender_oauth_states (expires_at);
create index sender_oauth_states_organization_id_idx on sender_oauth_states (organization_id);

-- The number of messages that each sender has sent on its present day, and the time of its next message. The
-- statement that marks messages locks the row, so the daily limit holds across processes. Changes of the
-- sender's settings do not wait for messages, because this row is separate.
create table sender_budgets (
  sender_id uuid primary key references senders on delete cascade,
  day date not null,
  used int not null,
  next_at timestamptz not null,
  -- The next free sending time of the sender. Each recipient that must wait for the sender is given a time,
  -- later than the times of the recipients before it.
  scheduled_until timestamptz not null,
  -- The day of scheduled_until, and the number of waiting recipients that were given a time on it, so that no
  -- day gets more of them than the sender's daily limit.
  scheduled_day date,
  scheduled_count int not null default 0,
  -- The next free sending time for recipients that go first: the sender has written to them before, or the time
  -- that they were given has passed without a message.
  priority_until timestamptz,
  -- The pause of the sender after its mail server or provider refused messages temporarily: its end, the number
  -- of such pauses in a row, and the reason code. Null or 0 without a pause.
  cooldown_until timestamptz,
  cooldowns_in_row int not null default 0,
  cooldown_code text,
  -- The time zone by which `day` was counted; null in rows from before 1.0, which count as
  -- the sender's present zone. After a change of the sender's zone, the messages of the present day still count in the
  -- present day of the new zone, so a move to the west blocks no second day, and a move to the east gives no second
  -- budget.
  zone text
) with (fillfactor = 50);

-- Counts of each sender's messages for a spinner and of the reactions to them, in periods of ten minutes, kept
-- for eight days. Bad counts pause the sender.
create table sender_health (
  sender_id uuid not null references senders on delete cascade,
  spinner_id uuid not null,
  period_start timestamptz not null,
  sent int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  -- The number of messages that the provider refused because of the sender or the message, not because of the
  -- recipient.
  refused int not null default 0,
  -- The number of messages that the provider refused temporarily because of their recipient; they do not count
  -- as sent.
  temporary_refusals int not null default 0,
  -- The number of refusals that were reported by bounce mails, and the digests of the recipients' domains.
  refusal_reports int not null default 0,
  refused_domains bigint[] not null default '{}',
  -- The messages of the period that only a pool counts, and no breaker: mails about accounts (with the id of no
  -- spinner), and messages that were sent before the sender was resumed.
  other_sent int not null default 0,
  primary key (sender_id, spinner_id, period_start)
);

-- Whether a sender is paused for a spinner because of bounces, complaints or refusals, and the time since which
-- these are counted.
create table sender_breakers (
  sender_id uuid not null references senders on delete cascade,
  spinner_id uuid not null,
  counted_since timestamptz not null,
  paused_at timestamptz,
  -- The reason why the sender is paused for the spinner: {code, serverResponse, numbers}.
  fault jsonb,
  -- The time when the organization's owners were told by e-mail that the sender is paused; null if they were not.
  owners_notified_at timestamptz,
  primary key (sender_id, spinner_id)
);
create index sender_breakers_paused on sender_breakers (spinner_id) where paused_at is not null;
create index sender_breakers_to_notify on sender_breakers (paused_at) where (paused_at is not null) and (owners_notified_at is null);

-- The results of DNS look-ups for the domain of a sender's address.
create table sender_domains (
  sender_id uuid primary key references senders on delete cascade,
  -- The domain that was checked by the last DNS look-up; null before the first look-up.
  domain text,
  -- The findings about the domain's DNS records: [{record, status, name, value, message, found}].
  findings jsonb,
  checked_at timestamptz,
  -- The time of the next DNS look-up.
  due_at timestamptz not null
);
create index sender_domains_due_idx on sender_domains (due_at);

create table webhook_secrets (
  organization_id uuid primary key references organizations,
  ciphertext text not null,
  -- The webhook signing secret before the last rotation, encrypted; webhooks are also signed with it for a day.
  previous_ciphertext text,
  previous_until timestamptz
);

-- Messages

-- Captured messages: messages that are stored instead of sent, for organizations without a mail server.
create table captured_messages (
  id uuid primary key,
  organization_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  step int not null,
  -- The columns recipient, subject, text_body and html_body are empty or null if `ciphertext` contains them.
  recipient text not null,
  subject text not null,
  text_body text,
  html_body text,
  created_at timestamptz not null,
  -- The recipient, subject and texts of the captured message, encrypted.
  ciphertext bytea
);
-- Turns off PostgreSQL's own compression of the column, because encrypted bytes cannot be compressed.
alter table captured_messages alter column ciphertext set storage external;
create index captured_messages_organization_id_id_idx on captured_messages (organization_id, id);
-- Lists the captured messages of one job, newest first.
create index captured_messages_job_id_id_idx on captured_messages (job_id, id);
-- Finds the captured message of a step to a recipient, whose subject a later message in the same conversation
-- continues.
create index captured_messages_place on captured_messages (job_id, record_id, step);

-- The message log: sent messages and their outcomes, kept for RETENTION_DAYS. Captured messages are in outbox only.
create table message_log (
  id uuid primary key,
  organization_id uuid not null,
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  sender_id uuid,
  -- The recipient's e-mail address in lower case, with one spelling of its domain, as in contacts.
  address text not null,
  status text not null check (status in ('sent', 'failed', 'unconfirmed', 'bounced', 'complained', 'replied')),
  message_id text,
  provider_id text,
  provider_thread text,
  -- The answer of the mail server or provider to the message, or the text of the person's reply.
  server_response text,
  created_at timestamptz not null,
  -- The recipient and the subject of the message, encrypted.
  ciphertext bytea not null,
  -- The plain text and the HTML of the message, encrypted; null if the organization does not keep them.
  body bytea,
  -- The Message-ID that a mail provider gave the sent message, and whether the service still has to read it
  -- from the provider.
  provider_message_id text,
  awaits_message_id boolean not null default false
);
create index message_log_organization_id_idx on message_log (organization_id, id);
create index message_log_address_idx on message_log (organization_id, address);
-- One row for each message: a repeated attempt to send replaces the row of the previous attempt.
create unique index message_log_place on message_log (job_id, record_id, step);
-- Indexes that find the message of a reply or bounce, which may name only the provider's id, conversation or
-- Message-ID.
create index message_log_provider_id_idx on message_log (organization_id, provider_id) where provider_id is not null;
create index message_log_provider_thread_idx on message_log (organization_id, provider_thread) where provider_thread is not null;
create index message_log_provider_message_id on message_log (organization_id, provider_message_id) where provider_message_id is not null;
create index message_log_awaits_message_id on message_log (sender_id, id) where awaits_message_id;
-- Serves searches of the message log for messages that failed or got a reaction, which are rare.
create index message_log_status_idx on message_log (organization_id, status, id) where status <> 'sent';
create index message_log_bodies on message_log (organization_id, id) where body is not null;
create index message_log_of_job on message_log (job_id, id);
create index message_log_of_sender on message_log (sender_id, id) where sender_id is not null;

-- Uploaded files: attachments and images of e-mail steps.
create table files (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  type text not null,
  size int not null,
  digest text not null,
  content bytea not null,
  created_at timestamptz not null
);
create index files_organization_id_idx on files (organization_id, id);

-- Tables of inbound mail

-- Events found in inbound mail (replies, bounces and the like) of the last 30 days, kept so that none counts twice.
create table inbound_facts (
  organization_id uuid not null references organizations,
  -- The digest of the inbound mail's id; nothing else of the mail is stored.
  key text collate "C" not null,
  kind text not null,
  -- The effect of the reply or bounce on the recipient: 'stopped', 'held', 'suppressed', 'noted' (no effect),
  -- or 'nobody' if no recipient was found.
  outcome text not null,
  sender_id uuid,
  at timestamptz not null,
  -- The message that an unproven reply or bounce claims to be about. It changes nothing; the console shows it.
  job_id uuid,
  record_id bigint,
  step int,
  -- The status that a reply, bounce or complaint gives its message in the log of messages, if the log does not have the
  -- message yet: a reply may be read before the outcome of its message is stored. The message gets this status when it
  -- is logged. Null if the log has the message.
  logged_status text,
  -- The words that a reply, bounce or complaint adds to its message in the log of messages, if the log does not have
  -- the message yet. The message gets them with `logged_state` when it is logged. They may name the person.
  logged_response text,
  primary key (organization_id, key)
);
create index inbound_facts_at on inbound_facts (at);
create index inbound_facts_of_sender on inbound_facts (sender_id, at) where sender_id is not null;
-- Finds the few facts whose message is not in the log of messages yet.
create index inbound_facts_before_log on inbound_facts (job_id, record_id, step) where logged_status is not null;
create index inbound_facts_of_recipient on inbound_facts (job_id, record_id) where job_id is not null;
create index inbound_facts_of_organization on inbound_facts (organization_id, at);

-- The mailboxes of senders, each with the cursor up to which the service has read it.
create table mailboxes (
  sender_id uuid primary key references senders on delete cascade,
  cursor jsonb,
  read_at timestamptz,
  -- The reason why the mailbox cannot be read: {code, serverResponse}; null if it can be read.
  fault jsonb,
  -- The number of failed attempts in a row to read the mailbox.
  failures int not null default 0,
  -- The time when the service reads the mailbox next, by the clock of the service.
  due_at timestamptz not null,
  lease_holder uuid,
  -- Inbound mails that the service could not process: [{key, messageId, receivedAt, failures, reason: {code,
  -- serverResponse}, at}].
  failing_mails jsonb not null default '[]',
  -- Whether the sender was changed while a runtime was reading the mailbox. The mailbox is then due as soon as
  -- that runtime has finished; if it were due at once, two runtimes could read it at the same time.
  sender_changed boolean not null default false,
  -- The end of the lease of the runtime that is reading the mailbox, by the clock of the database; null while
  -- no runtime reads it.
  lease_until timestamptz
);
create index mailboxes_due on mailboxes (due_at);

-- The digests of the secret tokens in the URLs to which mail providers post an organization's bounces and complaints.
create table event_tokens (
  organization_id uuid not null references organizations,
  provider text not null check (provider in ('ses', 'postmark')),
  digest text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, provider)
);
create unique index event_tokens_digest on event_tokens (digest);

-- People

-- Names tables as what they are. `message_log` has the messages of the log, `sent_emails` the e-mails by which people
-- were contacted, `message_results` the result of each message of a step, and `captured_messages` the e-mails that
-- were captured because no server sends them. `audience_parts` are parts of audiences that no slice has yet.
-- Processes of the previous version stop working with this file, so they are stopped before it is applied.
create table sent_emails (
  record_id bigint not null,
  at timestamptz not null,
  step int not null,
  slice int not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  -- The job of the e-mail; for a job that retries failed recipients, the first job of the chain of retries.
  root_job_id uuid not null,
  -- The retrying job that sent the e-mail; null if root_job_id sent it.
  retry_job_id uuid,
  -- Whether this is the first e-mail to the person from a spinner that writes once per person. Other recipients
  -- with the address are then skipped.
  first boolean not null,
  -- The person's e-mail address in lower case, with one spelling of its domain, as in suppressions.
  address text collate "C" not null,
  -- The domain of the person's address while the person counts as active in a spinner. Null if the contact
  -- policy does not limit active people per company.
  active_domain text,
  -- The time when the service read the latest reply to this message, and the evidence of it: the mail and the message
  -- that it answers. Null if the person has not replied to it.
  replied_at timestamptz,
  reply jsonb,
  -- `earlier_at` has the times of the earlier messages of the same step that a user had sent again to the recipient.
  -- The contact policy counts them.
  earlier_at timestamptz[]
);
-- An address is one recipient of a spinner that writes once per person, and gets one e-mail of each step of a
-- job. One index ensures both, because a message took 5.5 µs with two indexes and takes 2.4 µs with one.
create unique index sent_emails_claims on sent_emails (organization_id, address, (
case
    when first then spinner_id
    else root_job_id
end), (
case
    when first then '-1'::integer
    else step
end));
create index sent_emails_active on sent_emails (organization_id, active_domain) where active_domain is not null;
-- Finds the few messages that were answered, by the address of the person.
create index sent_emails_replied on sent_emails (organization_id, address, replied_at) where replied_at is not null;

-- The contact policies of organizations: limits of the messages that all spinners together send to one person.
-- Null for no limit.
create table contact_policies (
  organization_id uuid primary key references organizations,
  days_between_spinners int check (days_between_spinners > 0),
  messages_per_day int check (messages_per_day > 0),
  messages_per_week int check (messages_per_week > 0),
  active_per_domain int check (active_per_domain > 0)
);

-- Suppressed addresses, to which an organization sends nothing more.
create table suppressions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'added')),
  created_at timestamptz not null,
  -- `note` is the note of a member about the suppression. A row whose `email` begins with "@" suppresses all addresses
  -- of a domain.
  note text,
  unique (organization_id, email)
);
-- Finds the page of a list of suppressions. Without it, each page of a long list reads all suppressions.
create index suppressions_organization_id_id_idx on suppressions (organization_id, id);

-- The history of suppressed addresses: each report of a reason, and each time a suppression was lifted.
-- `suppressions` has the first reason only. The erasure of a person deletes their rows.
create table suppression_events (
  organization_id uuid not null references organizations,
  email text not null,
  at timestamptz not null,
  kind text not null check (kind in ('unsubscribed', 'bounced', 'complained', 'added', 'lifted')),
  primary key (organization_id, email, at, kind)
);
create index suppression_events_at on suppression_events (at);

-- Suppressions of erased people, with a keyed digest of the address in place of the address.
create table digested_suppressions (
  organization_id uuid not null references organizations,
  digest text collate "C" not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'added')),
  created_at timestamptz not null,
  primary key (organization_id, digest)
);

-- The key of each organization with which the addresses in digested_suppressions are digested, encrypted. When
-- the service gets a new encryption key, these keys are encrypted with it again; the digests stay the same.
create table digest_keys (
  organization_id uuid primary key references organizations,
  ciphertext text not null
);

-- The ids of erased people's records that were deleted while other data about them may still exist. If an
-- erasure is interrupted, the next erasure of the person needs these ids to complete it, because the records
-- are gone.
create table erased_records (
  organization_id uuid not null,
  data_table_id uuid not null,
  record_id bigint not null,
  primary key (organization_id, data_table_id, record_id)
);

-- Tables with figures of the console's home page

-- Counts of each organization's events by quarter of an hour, except appended records, which are counted from
-- the ledger. fold_activity counts each event once. Quarters are used because the offsets of time zones are
-- multiples of 15 minutes.
create table activity (
  organization_id uuid not null,
  period_start timestamptz not null,
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
  primary key (organization_id, period_start)
);

-- The time up to which the table `activity` has counted events, for all organizations. The table has one row.
create table activity_progress (
  only_row boolean default true primary key check (only_row),
  counted_until timestamptz not null default (now() - '31 days'::interval)
);

-- Tables of test mode

-- The clocks of test organizations, which users advance.
create table test_clocks (
  organization_id uuid primary key references organizations,
  now timestamptz not null,
  begun_at timestamptz,
  -- The time to which a user is advancing the test clock; null while the clock stands still.
  target timestamptz,
  -- The number of times at which the present advance of the test clock has stopped to do due work.
  moments int not null default 0,
  -- The reason why the last advance of the test clock stopped before its target; null if it reached the target.
  error jsonb,
  rules jsonb not null default '{}',
  lease_holder uuid,
  lease_until timestamptz,
  -- `stops_at_message` says whether the present advance of the clock ends at the next message.
  stops_at_message boolean not null default false
);

-- Webhook and guard requests of test organizations, which are captured instead of sent. Request and answer are
-- stored encrypted.
create table test_calls (
  id uuid primary key,
  organization_id uuid not null,
  kind text not null check (kind in ('webhook', 'guard')),
  job_id uuid not null,
  record_id bigint not null,
  step int not null,
  at timestamptz not null,
  outcome text not null,
  ciphertext bytea not null
);
create index test_calls_of_organization on test_calls (organization_id, at, id);
create index test_calls_of_record on test_calls (job_id, record_id);

-- Simulated replies, bounces and other reactions to captured messages of test mode, each at a time of the test
-- clock (due_at).
create table test_answers (
  organization_id uuid not null,
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  kind text not null,
  due_at timestamptz not null,
  answer jsonb not null,
  -- The time at which the simulated reaction happened; null until then. The row stays, so that the timeline shows it.
  played_at timestamptz,
  -- One captured message may have several simulated reactions of a kind, at different times.
  primary key (job_id, record_id, step, kind, due_at)
);
create index test_answers_due on test_answers (organization_id, due_at);

-- The ids of objects of a real organization (real_id), such as data tables and spinners, and of their copies in
-- the test organization (test_id).
create table test_copies (
  organization_id uuid not null,
  kind text not null check (kind in ('project', 'dataTable', 'spinner', 'testedSpinner', 'sender', 'file')),
  original_id uuid not null,
  copy_id uuid not null,
  revision int,
  primary key (organization_id, kind, original_id)
);
create unique index test_copies_of_test on test_copies (copy_id);

-- Tables of events that other systems read (docs/api/events.md)

-- The event types that somebody in an organization asks for. Events of other types are not written, so they cost
-- nothing.
create table event_subscriptions (
  organization_id uuid not null,
  type text collate "C" not null,
  -- The time at which the row is deleted; 'infinity' while a destination asks for the type. A reader of the feed or
  -- stream asks for seven days.
  subscribed_until timestamptz not null,
  primary key (organization_id, type)
);
create index event_subscriptions_subscribed_until on event_subscriptions (subscribed_until) where subscribed_until < 'infinity'::timestamp with time zone;

-- Events that have no number yet, written in the commit of what they tell of. A row is a batch: up to 500 events of
-- one type from one statement. number_events moves it to `events`.
create table new_events (
  organization_id uuid not null,
  id bigint generated by default as identity,
  project_id uuid,
  spinner_id uuid,
  type text collate "C" not null,
  object_type text not null,
  -- The ids of the objects that the events are about, one for each event.
  objects text[] not null,
  -- The data that all events of the batch share.
  data jsonb not null,
  -- The further data of each event; null if no event has any.
  each jsonb[],
  -- The e-mail address that each event is about; null if the type has no address. An erased address is null.
  addresses text[],
  created_at timestamptz not null,
  -- The time is part of the key, because rows that a move brought from another cell have ids of its sequence.
  primary key (organization_id, id, created_at)
);

-- The last event number of each organization. The row is locked while numbers are given, so that a later commit
-- never gets a smaller number.
create table event_streams (
  organization_id uuid primary key,
  last_number bigint not null default 0
);

-- Numbered events of the last 30 days, in batches. `number` belongs to the first event of the batch, and each further
-- event has the next number. Numbers are microseconds since 1970, or higher if that one was given already.
create table events (
  organization_id uuid not null,
  number bigint not null,
  count int not null,
  project_id uuid,
  spinner_id uuid,
  type text collate "C" not null,
  object_type text not null,
  objects text[] not null,
  data jsonb not null,
  each jsonb[],
  addresses text[],
  created_at timestamptz not null,
  primary key (organization_id, number)
);
-- Finds the events of a type, so that rare types are found among millions of events about recipients.
create index events_of_type on events (organization_id, type, number);
-- Finds the events from which the erasure of a person removes an address.
create index events_with_addresses on events (organization_id) where addresses is not null;

-- The URLs to which events of an organization are sent by signed webhooks.
create table destinations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  types text[] not null,
  -- The project or spinner whose events the destination receives; null for all. Both may have been deleted.
  project_id uuid,
  spinner_id uuid,
  includes_addresses boolean not null,
  batches_events boolean not null,
  status text not null check (status in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('failing', 'projectDeleted', 'spinnerDeleted')),
  disabled_at timestamptz,
  -- The time when the admins were told by mail that the destination is disabled.
  admins_notified_at timestamptz,
  ciphertext text not null,
  -- The signing secret before the last rotation, encrypted; requests are also signed with it for a day.
  previous_ciphertext text,
  previous_until timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  revision int not null,
  -- The number of the last event that is delivered, waits for a retry, or is given up.
  position bigint not null,
  -- The number of failed attempts in a row, without retries, and the time of the first failure.
  failures int not null default 0,
  failing_since timestamptz,
  -- The time until which no new events are sent, because the receiver fails or asked to wait.
  next_attempt_at timestamptz,
  -- The time when a runtime looks at the destination next, by the clock of the service; null if nothing is known to
  -- be sent.
  due_at timestamptz,
  lease_holder uuid,
  -- The end of the lease of the runtime that delivers to the destination, by the clock of the database.
  lease_until timestamptz,
  -- The time of the last change of a destination's URL; null if it was never changed. Requests that were made before
  -- are not made again.
  url_changed_at timestamptz
);
create index destinations_organization_id_idx on destinations (organization_id);
create index destinations_due on destinations (due_at) where status = 'active';
create index destinations_unreported on destinations (disabled_at) where (disabled_reason = 'failing') and (admins_notified_at is null);

-- Failed requests to destinations that are made again at a time.
create table destination_retries (
  id uuid primary key,
  organization_id uuid not null,
  destination_id uuid not null references destinations on delete cascade,
  webhook_id text not null,
  -- The range of the events in the request, their number, and the selection by which they were chosen: {types,
  -- projectId, spinnerId}.
  first_number bigint not null,
  last_number bigint not null,
  count int not null,
  selection jsonb not null,
  attempts int not null,
  due_at timestamptz not null
);
create index destination_retries_organization_id_idx on destination_retries (organization_id);
create index destination_retries_due on destination_retries (destination_id, due_at);

-- Ranges of past events that are sent to a destination again.
create table destination_replays (
  id uuid primary key,
  organization_id uuid not null,
  destination_id uuid not null references destinations on delete cascade,
  -- The number of the last event that was sent again, and of the last one to send.
  position bigint not null,
  until bigint not null
);
create index destination_replays_organization_id_idx on destination_replays (organization_id);
create index destination_replays_destination_id_idx on destination_replays (destination_id);

-- The last requests to destinations with their results.
create table destination_attempts (
  id uuid primary key,
  organization_id uuid not null,
  destination_id uuid not null references destinations on delete cascade,
  kind text not null check (kind in ('event', 'retry', 'replay', 'repeat', 'ping')),
  -- The events of the request, as in destination_retries; null for a ping.
  webhook_id text,
  first_number bigint,
  last_number bigint,
  count int,
  selection jsonb,
  at timestamptz not null,
  http_status int,
  -- The reason of the failure; null if the receiver took the request.
  code text,
  duration_ms int not null,
  response text,
  retry_at timestamptz,
  is_given_up boolean not null
);
create index destination_attempts_organization_id_idx on destination_attempts (organization_id);
create index destination_attempts_of_destination on destination_attempts (destination_id, id);
create index destination_attempts_failed on destination_attempts (destination_id, id) where code is not null;
create index destination_attempts_at on destination_attempts (at);

-- Tables of moves to other cells, and of restores

-- Organizations that leave this cell: they are moving to another cell, have moved, or are to be deleted.
create table organization_departures (
  organization_id uuid primary key,
  -- The id of the move; null if the organization is to be deleted.
  move_id uuid,
  -- The status of the departure. Statuses of a move: draining (runtimes begin no more work of the organization), closed
  -- (its requests are refused), switching (the other cell may own it already), departed (the other cell owns it).
  -- Statuses of a deletion: grace (an owner can still undo it), deleting, reopening (it was undone, and jobs are
  -- resumed).
  status text not null check (status in ('draining', 'closed', 'switching', 'departed', 'grace', 'deleting', 'reopening')),
  cell text,
  url text,
  -- The ids of the organization's rows to which rows of other tables refer, such as its jobs. After the move,
  -- these ids lead to the referring rows, which must be deleted first.
  owner_ids uuid[] not null default '{}',
  -- The time at which the statuses `draining` and `closed` end automatically, in case the process that moves the
  -- organization has died. In the status `grace`, the time at which the deletion begins.
  until timestamptz,
  completed_at timestamptz,
  -- The time at which the last row of the organization was deleted in this cell after its move; null until then.
  purged_at timestamptz,
  -- The time at which an owner requested the deletion, and the owner.
  requested_at timestamptz,
  requested_by uuid,
  constraint organization_departures_move_check check (((move_id is null) = (status in ('grace', 'deleting', 'reopening'))) and ((cell is null) = (move_id is null)))
);

-- The digests of the credentials of organizations that leave. This cell uses the digests to recognize a request of
-- such an organization, and to say where the organization is.
create table moved_credentials (
  digest text primary key,
  organization_id uuid not null references organization_departures(organization_id) on delete cascade
);
create index moved_credentials_organization_id_idx on moved_credentials (organization_id);

-- Organizations that are being moved to this cell from another one, or were moved.
create table incoming_moves (
  organization_id uuid primary key,
  move_id uuid not null,
  -- The ids of the organization's rows to which rows of other tables refer, such as its jobs, as far as they
  -- were copied before the last step of the move.
  owner_ids uuid[] not null default '{}',
  completed_at timestamptz
);

-- Restores of this database from a backup or its log to an earlier time. Runtimes start only after the messages
-- that may have been sent since that time were marked as unconfirmed.
create table restorations (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default now(),
  -- The time to which the database was restored. Commits after this time are lost.
  restored_moment timestamptz not null,
  source text not null check (source in ('backup', 'recovery')),
  handled_at timestamptz,
  -- The numbers of messages that were marked as unconfirmed after the restore, as JSON.
  figures jsonb
);

-- The senders and organizations whose waiting recipients must be checked again, because a user changed the limits of
-- the sender, resumed it, connected it again, deleted it or made another one the default, or changed the contact policy
-- or the time zone of the organization. subject_id is the id of the sender or of the organization. reasons has the
-- codes of the waits that a change of the organization concerns; null for a sender. renewWaits deletes the row when it
-- is done. If the process dies before, a periodic task does the work again after lease_until. ends_rest says whether
-- the sender's rest must end first.
create table outdated_waits (
  subject_id uuid primary key,
  organization_id uuid not null references organizations,
  since timestamptz not null,
  ends_cooldown boolean not null,
  lease_until timestamptz,
  reasons text[],
  -- The place at which the work for outdated waits continues, so that a later change does not begin it again from the
  -- first slice: done_job and done_slice are the last slice whose recipients were made due, from_job and from_slice the
  -- slice at which the present round began (null for the first). The round ends when the work comes back to it.
  -- round_since is the time of the change in `since` for which the round runs; another time in `since` begins a new
  -- round at the same place.
  round_since timestamptz,
  last_job_id uuid,
  last_slice int,
  round_from_job_id uuid,
  round_from_slice int
);
create index outdated_waits_organization_id_idx on outdated_waits (organization_id);

-- The records that were changed while the match keys of their data table are computed for new match columns
-- (key_rebuilds). Their keys are computed again before the new keys come into use.
create table key_rebuild_changes (
  rebuild_id uuid not null references key_rebuilds on delete cascade,
  record_id bigint not null,
  primary key (rebuild_id, record_id)
);

-- The list of people of an organization. A worker fills these tables from the ledgers of its data tables, once somebody
-- has listed its people; ingest writes nothing here. A person is an address, or the value of a match column in records
-- without an address; `id` is a digest under the organization's own key.
create table people (
  organization_id uuid not null,
  id text collate "C" not null,
  -- The normalized address; empty for a person without one.
  email text collate "C" not null,
  match_column text,
  match_value text,
  -- The name without case and accents, cut; a character behind all letters if no record has a name.
  name_key text collate "C" not null,
  created_at timestamptz not null,
  source text collate "C" not null default '',
  primary key (organization_id, id)
);
create index people_by_name on people (organization_id, name_key, id);
create index people_by_email on people (organization_id, email, id);
create index people_by_time on people (organization_id, created_at, id);
create index people_by_source on people (organization_id, source, created_at, id);
create index people_by_source_email on people (organization_id, source, email, id);
create index people_by_source_name on people (organization_id, source, name_key, id);

create table person_records (
  data_table_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  person_id text collate "C" not null,
  name text,
  company text,
  name_key text collate "C" not null,
  -- The address, the name and the company, without case and accents.
  search_text text collate "C" not null,
  -- A code for each three adjacent characters of `search_text`, mixed with the organization.
  grams int[] not null,
  created_at timestamptz not null,
  -- The source from which a record, and the first record of a person, came: `import`, `webhookUrl`, `user`, or the id
  -- of an API key. Empty if it is not known. A runtime enters the sources of listed records, table after table.
  source text collate "C" not null default '',
  primary key (data_table_id, record_id)
);
create index person_records_of_person on person_records (organization_id, person_id, record_id);
create index person_records_by_grams on person_records using gin (grams);

-- How far the records of a data table are read for the list of people.
create table people_progress (
  data_table_id uuid primary key,
  organization_id uuid not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  is_complete boolean not null default false,
  -- A digest of the columns by which the people of the records are recognized. If it changes, all records are read
  -- again.
  columns_digest text not null,
  begun_in_transaction xid8,
  -- The version of the entries of a table in the list of people. Entries of an earlier version are entered again.
  entries_version int not null default 1
);
create index people_progress_of_organization on people_progress (organization_id);

create table people_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index people_changes_of_table on people_changes (data_table_id, record_id);

-- The results of spinners: counts of messages, and of the reactions to them, added up from the log of messages by
-- `fold_results`. `day` is the day on which the message was sent, in the time zone of the organization. A reaction
-- counts on the day of its message.
create table spinner_results (
  spinner_id uuid not null references stored_spinners on delete cascade,
  day date not null,
  version int not null,
  step int not null,
  -- A branch that the recipient took before the message, as "<step>:<branch>". Each message is counted in one row with
  -- an empty variant, and once more for each of its branches.
  variant text collate "C" not null,
  -- The zero UUID if the deployment's own mail server sent the message.
  sender_id uuid not null,
  -- How the job was started, as in `jobs.source`.
  source text not null,
  -- Recipients whose first message (their first after the branch) is counted here.
  reached int not null default 0,
  sent int not null default 0,
  captured int not null default 0,
  replied int not null default 0,
  automatic_replies int not null default 0,
  bounced int not null default 0,
  unsubscribed int not null default 0,
  complained int not null default 0,
  -- Recipients who reached the goal of their version, counted at the message that they answered.
  reached_goal int not null default 0,
  primary key (spinner_id, day, version, step, variant, sender_id, source)
);

-- Organizations that moved here from another cell: their messages before this time are counted already.
create table moved_results (
  organization_id uuid primary key,
  counted_until timestamptz not null
);

-- The time up to which messages and reactions of all organizations are counted. Without a row, none are counted yet.
create table results_progress (
  only_row boolean default true primary key check (only_row),
  counted_until timestamptz not null
);

-- Templates: stored drafts of spinners, or of one e-mail, from which an organization makes others. `columns` are the
-- columns of a data table that the draft uses. `settings` is null for an e-mail.
create table spinner_templates (
  id uuid primary key,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('spinner', 'email')),
  name text not null,
  description text not null,
  columns text[] not null,
  step_count int not null,
  settings jsonb,
  steps jsonb not null,
  created_at timestamptz not null,
  revision int not null default 1,
  constraint spinner_templates_check check ((kind = 'email') = (settings is null))
);
create index spinner_templates_of_organization on spinner_templates (organization_id, id);

-- Acts on many recipients of a job that were requested and are not done yet. A request does the first slices itself,
-- and a periodic task the rest.
create table recipient_actions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  job_id uuid not null references jobs,
  -- The act and the recipients that it concerns, as the request names them. It may contain values of conditions.
  request jsonb not null,
  actor jsonb not null,
  created_at timestamptz not null,
  last_slice int not null default 0,
  lease_until timestamptz
);
create index recipient_actions_job_id on recipient_actions (job_id);
create index recipient_actions_organization_id on recipient_actions (organization_id);

-- Segments: conditions on the records of a data table that are saved under a name. A segment has no list of its
-- records; they are found when they are needed. count_* is the last exact count.
create table segments (
  id uuid primary key,
  organization_id uuid not null references organizations,
  data_table_id uuid not null,
  name text not null,
  description text not null,
  condition jsonb not null,
  created_at timestamptz not null,
  count_value bigint,
  count_at timestamptz,
  unique (data_table_id, name)
);
create index segments_of_organization on segments (organization_id);

-- The present pace of each spinner that was ever published with one, and its use on the present day. All jobs of the
-- spinner share the row, whichever version they run.
create table spinner_paces (
  spinner_id uuid primary key references stored_spinners on delete cascade,
  organization_id uuid not null references organizations,
  -- The limits of the published version; null for no limit.
  max_new_per_day int check (max_new_per_day > 0),
  max_per_day int check (max_per_day > 0),
  -- The weekdays of the send window (1 is Monday), and the minute of the day at which waiting recipients are checked.
  days int[] not null,
  opens_at int not null,
  -- The messages and the first messages that were sent on the day, which is one of the time zone.
  zone text not null,
  day date not null,
  used int not null default 0,
  used_new int not null default 0,
  -- The last day on which new people have places, and how many they have on it. `late_day` and `late_count` are the
  -- same for follow-ups, and for people whose day has passed.
  queue_day date,
  queue_count int not null default 0,
  late_day date,
  late_count int not null default 0,
  -- The follow-ups that will become due on the day, and the people whose day has passed, as they were counted at
  -- counted_at.
  follow_ups int not null default 0,
  late_people int not null default 0,
  counted_at timestamptz
) with (fillfactor = 50);
create index spinner_paces_organization_id_idx on spinner_paces (organization_id);

-- The first reply, the first bounce and the first complaint of each message, which are the reactions that the home page
-- counts and by which messages are listed. Unproven reactions, and those to no message, are left out. The subquery is
-- answered by the index of the recipient, whatever the statistics say.
create view first_reactions as
 SELECT organization_id,
    job_id,
    record_id,
    step,
    at,
        CASE kind
            WHEN 'reply'::text THEN 'reply'::text
            WHEN 'complaint'::text THEN 'complaint'::text
            ELSE 'bounce'::text
        END AS reaction
   FROM inbound_facts h
  WHERE ((kind = ANY (ARRAY['reply'::text, 'hardBounce'::text, 'softBounce'::text, 'refusal'::text, 'complaint'::text])) AND (outcome <> ALL (ARRAY['nobody'::text, 'unverified'::text])) AND (key = ( SELECT e.key
           FROM inbound_facts e
          WHERE ((e.job_id = h.job_id) AND (e.record_id = h.record_id) AND (e.step = h.step) AND (e.kind = ANY (ARRAY['reply'::text, 'hardBounce'::text, 'softBounce'::text, 'refusal'::text, 'complaint'::text])) AND (e.outcome <> ALL (ARRAY['nobody'::text, 'unverified'::text])) AND ((e.kind = h.kind) OR ((e.kind <> ALL (ARRAY['reply'::text, 'complaint'::text])) AND (h.kind <> ALL (ARRAY['reply'::text, 'complaint'::text])))))
          ORDER BY e.at, e.key
         LIMIT 1)));

-- The automatic starts of published spinners on entries into a segment. A runtime reads the records of the data table
-- in the order of the ledger, and stores in `segment_members` which of them belong to the segment.
create table segment_watches (
  spinner_id uuid primary key,
  organization_id uuid not null,
  data_table_id uuid not null,
  -- The segment; null if the spinner no longer starts on entries. A runtime then deletes the members and this row.
  segment_id uuid,
  -- The keys of the columns on which the condition of the segment depends, also by segments for which it asks.
  columns text[] not null,
  -- Whether a record starts again when it enters again, and after how many days at the earliest.
  is_repeated boolean not null,
  again_after_days int,
  -- The ledger position up to which records are existing ones, and whether existing members start too.
  existing_seq bigint not null,
  includes_existing boolean not null,
  -- The ledger position up to which records have been read, and the last record that was read of this append.
  seq bigint not null default 0,
  after_id bigint not null default 0,
  -- Whether the members of a former publication have been deleted.
  is_cleared boolean not null default false,
  -- A transaction that began after this row was committed. Transactions with higher numbers note changed records.
  begun_in_transaction xid8
) with (fillfactor = 50);
create index segment_watches_of_table on segment_watches (data_table_id);
create index segment_watches_of_organization on segment_watches (organization_id);

-- The records that belong to the segment of a spinner that starts on entries, those for which it has started, and those
-- that a later time makes enter or leave.
create table segment_members (
  spinner_id uuid not null,
  record_id bigint not null,
  is_member boolean not null,
  -- The time at which the record entered and waits for a job; null if it does not wait.
  entered_at timestamptz,
  -- The time of the last job that an entry of this record started; null if there was none.
  started_at timestamptz,
  -- The time at which the condition changes its result for the record, if the record does not change before.
  due_at timestamptz,
  primary key (spinner_id, record_id)
);
create index segment_members_entered on segment_members (spinner_id, entered_at) where entered_at is not null;
create index segment_members_due on segment_members (spinner_id, due_at) where due_at is not null;

-- Changed records of tables with segments whose entries start spinners, until a runtime has looked at them.
create table segment_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
create index segment_changes_of_table on segment_changes (data_table_id, record_id);

-- The versions of spinners whose goal is a condition on the record. Changes of records that name one of the columns are
-- noted in `segment_changes` as long as such a row exists.
create table goal_watches (
  spinner_id uuid not null references stored_spinners on delete cascade,
  version int not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  -- The keys of the columns on which the condition of the goal depends, also by segments for which it asks.
  columns text[] not null,
  -- The last record whose outcomes were looked at again, because a segment of the condition was changed; null if all
  -- were.
  rebased_until bigint,
  -- A transaction that began after this row was committed. Transactions with higher numbers note changed records.
  begun_in_transaction xid8,
  primary key (spinner_id, version)
);
create index goal_watches_of_table on goal_watches (data_table_id);
create index goal_watches_of_organization on goal_watches (organization_id);

-- The recipients of spinners whose goal is a condition on the record, from their first message on. A retry continues
-- with the row of the first job.
create table goal_outcomes (
  -- The job that the recipient belongs to; for retries of failed recipients, the first job.
  job_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  -- The version whose goal counts: that of the job when it sent the first message.
  version int not null,
  -- Whether the recipient belongs to the holdout, which gets no message.
  is_held_out boolean not null,
  -- The time of the first message. For the holdout, the time at which the first message would have been sent.
  first_at timestamptz not null,
  -- The end of the days of the goal.
  ends_at timestamptz not null,
  -- Whether the record met the condition when it was last looked at.
  is_met boolean not null,
  -- The time at which a runtime looks again, if the record does not change before: at first the time of the row itself,
  -- later the time at which the condition changes its result.
  due_at timestamptz,
  reached_at timestamptz,
  -- The last message before the goal was reached; null for the holdout.
  reached_job_id uuid,
  reached_step int,
  primary key (job_id, record_id)
);
create index goal_outcomes_of_record on goal_outcomes (spinner_id, record_id);
create index goal_outcomes_open on goal_outcomes (spinner_id, version, ends_at) where reached_at is null;
create index goal_outcomes_due on goal_outcomes (spinner_id, version, due_at) where due_at is not null;
create index goal_outcomes_reached on goal_outcomes (reached_at) where reached_at is not null;
create index goal_outcomes_reached_of_organization on goal_outcomes (organization_id, reached_at) where reached_at is not null;
create index goal_outcomes_held_out on goal_outcomes (first_at) where is_held_out;
create index goal_outcomes_held_out_of_organization on goal_outcomes (organization_id, first_at) where is_held_out;

-- The columns whose changes are noted in `segment_changes`, by data table.
create view record_watches as
 SELECT w.data_table_id,
    w.columns
   FROM segment_watches w
UNION ALL
 SELECT g.data_table_id,
    g.columns
   FROM goal_watches g;
