-- Tables, indexes, constraints, sequences and views, as the dated migrations leave them.
-- Written by `npm run schema`; do not edit. Each function has a file of its own in a folder of migrations/functions.

create sequence new_events_id_seq as bigint increment by 1 minvalue 1 maxvalue 9223372036854775807 start with 1 cache 1;

create sequence record_blocks as bigint increment by 512 minvalue 1 maxvalue 9223372036854775807 start with 512 cache 1;

create sequence restorations_id_seq as bigint increment by 1 minvalue 1 maxvalue 9223372036854775807 start with 1 cache 1;

create table account_links (
  digest text not null,
  purpose text not null,
  user_id uuid,
  email text,
  organization_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  id uuid,
  role text,
  invited_by uuid,
  constraint account_links_pkey PRIMARY KEY (digest),
  constraint account_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['demo'::text, 'invitation'::text, 'confirmation'::text, 'signIn'::text, 'oldAddress'::text, 'newAddress'::text, 'newPasskey'::text, 'passkeyProof'::text, 'passkeySignIn'::text]))),
  constraint account_links_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text])))
);
CREATE INDEX account_links_email_idx ON public.account_links USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX account_links_expires_at_idx ON public.account_links USING btree (expires_at);
CREATE UNIQUE INDEX account_links_id_idx ON public.account_links USING btree (id) WHERE (id IS NOT NULL);
CREATE INDEX account_links_organization_id_idx ON public.account_links USING btree (organization_id);
CREATE INDEX account_links_user_id_idx ON public.account_links USING btree (user_id);

create table accounts (
  id uuid not null,
  email text not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  address_confirmed_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key UNIQUE (email)
);

create table activity (
  organization_id uuid not null,
  period_start timestamp with time zone not null,
  held integer not null default 0,
  refused integer not null default 0,
  ignored integer not null default 0,
  sent integer not null default 0,
  captured integer not null default 0,
  failed integer not null default 0,
  unconfirmed integer not null default 0,
  replies integer not null default 0,
  bounces integer not null default 0,
  complaints integer not null default 0,
  constraint activity_pkey PRIMARY KEY (organization_id, period_start)
);

create table activity_progress (
  only_row boolean not null default true,
  counted_until timestamp with time zone not null default (now() - '31 days'::interval),
  constraint activity_progress_pkey PRIMARY KEY (only_row),
  constraint activity_progress_only_row_check CHECK (only_row)
);

create table api_key_refusals (
  id uuid not null,
  organization_id uuid not null,
  api_key_id uuid not null,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  http_status integer not null,
  code text not null,
  ip_address text,
  constraint api_key_refusals_pkey PRIMARY KEY (id),
  constraint api_key_refusals_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint api_key_refusals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX api_key_refusals_api_key_id_at_idx ON public.api_key_refusals USING btree (api_key_id, at);
CREATE INDEX api_key_refusals_organization_id_idx ON public.api_key_refusals USING btree (organization_id);

create table api_keys (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  scopes text[] not null,
  digest text not null,
  prefix text not null,
  last4 text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  requests_per_second integer,
  project_ids uuid[],
  allowed_networks text[],
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_digest_key UNIQUE (digest),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_requests_per_second_check CHECK ((requests_per_second > 0))
);
CREATE INDEX api_keys_organization_id_idx ON public.api_keys USING btree (organization_id);

create table appends (
  data_table_id uuid not null,
  seq bigint not null,
  first_id bigint not null,
  count integer not null,
  api_key_id uuid,
  request_id text not null,
  idempotency_key text,
  created_at timestamp with time zone not null,
  source "char" default 'w'::"char",
  appended bigint,
  constraint appends_pkey PRIMARY KEY (data_table_id, seq)
);
CREATE INDEX appends_by_records ON public.appends USING brin (first_id) WITH (pages_per_range='64', autosummarize='on');

create table arrival_claims (
  data_table_id uuid not null,
  key bytea not null,
  positions integer[] not null,
  at timestamp with time zone not null,
  valid_seconds integer not null,
  record_digests bigint[],
  constraint arrival_claims_pkey PRIMARY KEY (data_table_id, key)
);
CREATE INDEX arrival_claims_at_idx ON public.arrival_claims USING brin (at);

create table arrival_usage (
  organization_id uuid not null,
  held_bytes bigint not null default 0,
  other_bytes bigint not null default 0,
  constraint arrival_usage_pkey PRIMARY KEY (organization_id)
) with (fillfactor = 50);

create table arrivals (
  id uuid not null,
  organization_id uuid not null,
  data_table_id uuid,
  status text not null,
  code text,
  reasons jsonb not null default '[]'::jsonb,
  format text,
  mapping_id uuid,
  api_key_id uuid,
  request_id text not null,
  records integer,
  accepted integer not null default 0,
  held_positions integer[],
  received_at timestamp with time zone not null,
  body bytea storage external,
  size integer not null,
  revision integer not null default 1,
  records_root jsonb,
  constraint arrivals_pkey PRIMARY KEY (id),
  constraint arrivals_status_check CHECK ((status = ANY (ARRAY['received'::text, 'held'::text, 'refused'::text, 'ignored'::text, 'accepted'::text])))
);
CREATE INDEX arrivals_data_table_id_format_id_idx ON public.arrivals USING btree (data_table_id, format, id);
CREATE INDEX arrivals_data_table_id_status_id_idx ON public.arrivals USING btree (data_table_id, status, id);
CREATE INDEX arrivals_organization_id_status_id_idx ON public.arrivals USING btree (organization_id, status, id);
CREATE INDEX arrivals_received ON public.arrivals USING btree (received_at) WHERE (status = 'received'::text);
CREATE INDEX arrivals_received_at_idx ON public.arrivals USING btree (received_at);

create table audience_parts (
  job_id uuid not null,
  slice integer not null,
  spinner_id uuid not null,
  from_seq bigint,
  to_seq bigint,
  record_ids bigint[],
  records bigint not null,
  taken_by_job_id uuid,
  segment_id uuid,
  last_record_id bigint,
  end_record_id bigint,
  constraint audience_parts_pkey PRIMARY KEY (job_id, slice),
  constraint audience_parts_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
);
CREATE INDEX audience_parts_of_segments ON public.audience_parts USING btree (segment_id) WHERE (segment_id IS NOT NULL);
CREATE INDEX audience_parts_of_spinner ON public.audience_parts USING btree (spinner_id, taken_by_job_id);
CREATE INDEX audience_parts_taken ON public.audience_parts USING btree (taken_by_job_id, job_id, slice) WHERE (taken_by_job_id IS NOT NULL);

create table audit_events (
  id uuid not null,
  organization_id uuid,
  at timestamp with time zone not null,
  action text not null,
  actor jsonb not null,
  subject jsonb not null,
  request_id text,
  ip_address text,
  before jsonb,
  after jsonb,
  constraint audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_at_idx ON public.audit_events USING btree (at);
CREATE INDEX audit_events_draft_changes ON public.audit_events USING btree (organization_id, ((subject ->> 'id'::text)), at) WHERE (action = 'spinner.changed'::text);
CREATE INDEX audit_events_organization_id_id_idx ON public.audit_events USING btree (organization_id, id);

create table bin_entries (
  id uuid not null,
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  data_table_id uuid not null,
  spinner_id uuid,
  name text not null,
  records bigint not null default 0,
  deleted_by jsonb not null,
  deleted_at timestamp with time zone not null,
  deletes_at timestamp with time zone not null,
  constraint bin_entries_pkey PRIMARY KEY (id),
  constraint bin_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bin_entries_kind_check CHECK ((kind = ANY (ARRAY['records'::text, 'dataTable'::text, 'spinner'::text])))
);
CREATE INDEX bin_entries_data_table_id_deleted_at_idx ON public.bin_entries USING btree (data_table_id, deleted_at);
CREATE INDEX bin_entries_deletes_at_idx ON public.bin_entries USING btree (deletes_at);
CREATE INDEX bin_entries_organization_id_id_idx ON public.bin_entries USING btree (organization_id, id);

create table captured_messages (
  id uuid not null,
  organization_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  step integer not null,
  recipient text not null,
  subject text not null,
  text_body text,
  html_body text,
  created_at timestamp with time zone not null,
  ciphertext bytea storage external,
  constraint captured_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX captured_messages_job_id_id_idx ON public.captured_messages USING btree (job_id, id);
CREATE INDEX captured_messages_organization_id_id_idx ON public.captured_messages USING btree (organization_id, id);
CREATE INDEX captured_messages_place ON public.captured_messages USING btree (job_id, record_id, step);

create table contact_policies (
  organization_id uuid not null,
  days_between_spinners integer,
  messages_per_day integer,
  messages_per_week integer,
  active_per_domain integer,
  constraint contact_policies_pkey PRIMARY KEY (organization_id),
  constraint contact_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contact_policies_active_per_domain_check CHECK ((active_per_domain > 0)),
  constraint contact_policies_days_between_spinners_check CHECK ((days_between_spinners > 0)),
  constraint contact_policies_messages_per_day_check CHECK ((messages_per_day > 0)),
  constraint contact_policies_messages_per_week_check CHECK ((messages_per_week > 0))
);

create table deleted_records (
  bin_entry_id uuid not null,
  id bigint not null,
  data jsonb not null,
  constraint deleted_records_pkey PRIMARY KEY (bin_entry_id, id)
);

create table destination_attempts (
  id uuid not null,
  organization_id uuid not null,
  destination_id uuid not null,
  kind text not null,
  webhook_id text,
  first_number bigint,
  last_number bigint,
  count integer,
  selection jsonb,
  at timestamp with time zone not null,
  http_status integer,
  code text,
  duration_ms integer not null,
  response text,
  retry_at timestamp with time zone,
  is_given_up boolean not null,
  constraint destination_attempts_pkey PRIMARY KEY (id),
  constraint destination_attempts_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES destinations(id) ON DELETE CASCADE,
  constraint destination_attempts_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'retry'::text, 'replay'::text, 'repeat'::text, 'ping'::text])))
);
CREATE INDEX destination_attempts_at ON public.destination_attempts USING btree (at);
CREATE INDEX destination_attempts_failed ON public.destination_attempts USING btree (destination_id, id) WHERE (code IS NOT NULL);
CREATE INDEX destination_attempts_of_destination ON public.destination_attempts USING btree (destination_id, id);
CREATE INDEX destination_attempts_organization_id_idx ON public.destination_attempts USING btree (organization_id);

create table destination_replays (
  id uuid not null,
  organization_id uuid not null,
  destination_id uuid not null,
  "position" bigint not null,
  until bigint not null,
  constraint destination_replays_pkey PRIMARY KEY (id),
  constraint destination_replays_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES destinations(id) ON DELETE CASCADE
);
CREATE INDEX destination_replays_destination_id_idx ON public.destination_replays USING btree (destination_id);
CREATE INDEX destination_replays_organization_id_idx ON public.destination_replays USING btree (organization_id);

create table destination_retries (
  id uuid not null,
  organization_id uuid not null,
  destination_id uuid not null,
  webhook_id text not null,
  first_number bigint not null,
  last_number bigint not null,
  count integer not null,
  selection jsonb not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  constraint destination_retries_pkey PRIMARY KEY (id),
  constraint destination_retries_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES destinations(id) ON DELETE CASCADE
);
CREATE INDEX destination_retries_due ON public.destination_retries USING btree (destination_id, due_at);
CREATE INDEX destination_retries_organization_id_idx ON public.destination_retries USING btree (organization_id);

create table destinations (
  id uuid not null,
  organization_id uuid not null,
  url text not null,
  types text[] not null,
  project_id uuid,
  spinner_id uuid,
  includes_addresses boolean not null,
  batches_events boolean not null,
  status text not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  admins_notified_at timestamp with time zone,
  ciphertext text not null,
  previous_ciphertext text,
  previous_until timestamp with time zone,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  revision integer not null,
  "position" bigint not null,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  next_attempt_at timestamp with time zone,
  due_at timestamp with time zone,
  lease_holder uuid,
  lease_until timestamp with time zone,
  url_changed_at timestamp with time zone,
  constraint destinations_pkey PRIMARY KEY (id),
  constraint destinations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint destinations_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failing'::text, 'projectDeleted'::text, 'spinnerDeleted'::text]))),
  constraint destinations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
);
CREATE INDEX destinations_due ON public.destinations USING btree (due_at) WHERE (status = 'active'::text);
CREATE INDEX destinations_organization_id_idx ON public.destinations USING btree (organization_id);
CREATE INDEX destinations_unreported ON public.destinations USING btree (disabled_at) WHERE ((disabled_reason = 'failing'::text) AND (admins_notified_at IS NULL));

create table digest_keys (
  organization_id uuid not null,
  ciphertext text not null,
  constraint digest_keys_pkey PRIMARY KEY (organization_id),
  constraint digest_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table digested_suppressions (
  organization_id uuid not null,
  digest text collate "C" not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint digested_suppressions_pkey PRIMARY KEY (organization_id, digest),
  constraint digested_suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint digested_suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'added'::text])))
);

create table email_confirmations (
  organization_id uuid not null,
  user_id uuid not null,
  confirmed_at timestamp with time zone,
  messages integer not null default 0,
  constraint email_confirmations_pkey PRIMARY KEY (organization_id),
  constraint email_confirmations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table email_domains (
  id uuid not null,
  organization_id uuid not null,
  domain text collate "C" not null,
  created_at timestamp with time zone not null,
  proven_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  constraint email_domains_pkey PRIMARY KEY (id),
  constraint email_domains_organization_id_domain_key UNIQUE (organization_id, domain),
  constraint email_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX email_domains_checked_at_idx ON public.email_domains USING btree (checked_at) WHERE (proven_at IS NOT NULL);
CREATE UNIQUE INDEX email_domains_proven ON public.email_domains USING btree (domain) WHERE (proven_at IS NOT NULL);

create table encryption_keys (
  id text not null,
  proof text not null,
  first_used_at timestamp with time zone not null default now(),
  constraint encryption_keys_pkey PRIMARY KEY (id)
);

create table erased_records (
  organization_id uuid not null,
  data_table_id uuid not null,
  record_id bigint not null,
  constraint erased_records_pkey PRIMARY KEY (organization_id, data_table_id, record_id)
);

create table event_streams (
  organization_id uuid not null,
  last_number bigint not null default 0,
  constraint event_streams_pkey PRIMARY KEY (organization_id)
);

create table event_subscriptions (
  organization_id uuid not null,
  type text collate "C" not null,
  subscribed_until timestamp with time zone not null,
  constraint event_subscriptions_pkey PRIMARY KEY (organization_id, type)
);
CREATE INDEX event_subscriptions_subscribed_until ON public.event_subscriptions USING btree (subscribed_until) WHERE (subscribed_until < 'infinity'::timestamp with time zone);

create table event_tokens (
  organization_id uuid not null,
  provider text not null,
  digest text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint event_tokens_pkey PRIMARY KEY (organization_id, provider),
  constraint event_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint event_tokens_provider_check CHECK ((provider = ANY (ARRAY['ses'::text, 'postmark'::text])))
);
CREATE UNIQUE INDEX event_tokens_digest ON public.event_tokens USING btree (digest);

create table events (
  organization_id uuid not null,
  number bigint not null,
  count integer not null,
  project_id uuid,
  spinner_id uuid,
  type text collate "C" not null,
  object_type text not null,
  objects text[] not null,
  data jsonb not null,
  each jsonb[],
  addresses text[],
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (organization_id, number)
);
CREATE INDEX events_of_type ON public.events USING btree (organization_id, type, number);
CREATE INDEX events_with_addresses ON public.events USING btree (organization_id) WHERE (addresses IS NOT NULL);

create table explicit_record_other_jobs (
  spinner_id uuid not null,
  record_id bigint not null,
  job_id uuid not null,
  constraint explicit_record_other_jobs_pkey PRIMARY KEY (spinner_id, record_id, job_id),
  constraint explicit_record_other_jobs_spinner_id_record_id_fkey FOREIGN KEY (spinner_id, record_id) REFERENCES explicit_records(spinner_id, record_id) ON DELETE CASCADE
);

create table explicit_records (
  spinner_id uuid not null,
  record_id bigint not null,
  seq bigint,
  taken_seq bigint not null,
  job_id uuid not null,
  constraint explicit_records_pkey PRIMARY KEY (spinner_id, record_id),
  constraint explicit_records_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
);
CREATE INDEX explicit_records_by_seq ON public.explicit_records USING btree (spinner_id, seq);

create table files (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  type text not null,
  size integer not null,
  digest text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX files_organization_id_idx ON public.files USING btree (organization_id, id);

create table goal_outcomes (
  job_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  version integer not null,
  is_held_out boolean not null,
  first_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_met boolean not null,
  due_at timestamp with time zone,
  reached_at timestamp with time zone,
  reached_job_id uuid,
  reached_step integer,
  constraint goal_outcomes_pkey PRIMARY KEY (job_id, record_id)
);
CREATE INDEX goal_outcomes_due ON public.goal_outcomes USING btree (spinner_id, version, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX goal_outcomes_held_out ON public.goal_outcomes USING btree (first_at) WHERE is_held_out;
CREATE INDEX goal_outcomes_held_out_of_organization ON public.goal_outcomes USING btree (organization_id, first_at) WHERE is_held_out;
CREATE INDEX goal_outcomes_of_record ON public.goal_outcomes USING btree (spinner_id, record_id);
CREATE INDEX goal_outcomes_open ON public.goal_outcomes USING btree (spinner_id, version, ends_at) WHERE (reached_at IS NULL);
CREATE INDEX goal_outcomes_reached ON public.goal_outcomes USING btree (reached_at) WHERE (reached_at IS NOT NULL);
CREATE INDEX goal_outcomes_reached_of_organization ON public.goal_outcomes USING btree (organization_id, reached_at) WHERE (reached_at IS NOT NULL);

create table goal_watches (
  spinner_id uuid not null,
  version integer not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  columns text[] not null,
  rebased_until bigint,
  begun_in_transaction xid8,
  constraint goal_watches_pkey PRIMARY KEY (spinner_id, version),
  constraint goal_watches_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
);
CREATE INDEX goal_watches_of_organization ON public.goal_watches USING btree (organization_id);
CREATE INDEX goal_watches_of_table ON public.goal_watches USING btree (data_table_id);

create table idempotency_keys (
  organization_id uuid not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  data_table_id uuid,
  record_digests bigint[],
  claim uuid,
  lease_until timestamp with time zone,
  is_committed boolean not null default false,
  sealed_request text,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, route, key)
);
CREATE INDEX idempotency_keys_claim_idx ON public.idempotency_keys USING btree (claim) WHERE (claim IS NOT NULL);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

create table import_blocks (
  import_id uuid not null,
  no integer not null,
  first_id bigint not null,
  count integer not null,
  written_at timestamp with time zone not null default now(),
  erased integer not null default 0,
  constraint import_blocks_pkey PRIMARY KEY (import_id, no),
  constraint import_blocks_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id)
);

create table imports (
  id uuid not null,
  data_table_id uuid not null,
  begun_at timestamp with time zone not null default now(),
  abandoned boolean not null default false,
  has_match_keys boolean not null default false,
  uses_column_keys boolean not null default false,
  column_keys jsonb,
  constraint imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_data_table_id_idx ON public.imports USING btree (data_table_id);

create table inbound_facts (
  organization_id uuid not null,
  key text collate "C" not null,
  kind text not null,
  outcome text not null,
  sender_id uuid,
  at timestamp with time zone not null,
  job_id uuid,
  record_id bigint,
  step integer,
  logged_status text,
  logged_response text,
  constraint inbound_facts_pkey PRIMARY KEY (organization_id, key),
  constraint inbound_facts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX inbound_facts_at ON public.inbound_facts USING btree (at);
CREATE INDEX inbound_facts_before_log ON public.inbound_facts USING btree (job_id, record_id, step) WHERE (logged_status IS NOT NULL);
CREATE INDEX inbound_facts_of_organization ON public.inbound_facts USING btree (organization_id, at);
CREATE INDEX inbound_facts_of_recipient ON public.inbound_facts USING btree (job_id, record_id) WHERE (job_id IS NOT NULL);
CREATE INDEX inbound_facts_of_sender ON public.inbound_facts USING btree (sender_id, at) WHERE (sender_id IS NOT NULL);

create table incoming_moves (
  organization_id uuid not null,
  move_id uuid not null,
  owner_ids uuid[] not null default '{}'::uuid[],
  completed_at timestamp with time zone,
  constraint incoming_moves_pkey PRIMARY KEY (organization_id)
);

create table index_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
CREATE INDEX index_changes_of_table ON public.index_changes USING btree (data_table_id, record_id);

create table index_entries (
  data_table_id uuid not null,
  index_number integer not null,
  value text collate "C" not null,
  record_id bigint not null,
  constraint index_entries_pkey PRIMARY KEY (data_table_id, index_number, value, record_id)
);
CREATE INDEX index_entries_of_record ON public.index_entries USING btree (data_table_id, record_id);

create table index_progress (
  data_table_id uuid not null,
  index_number integer not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  record_count bigint not null default 0,
  begun_in_transaction xid8 not null default pg_current_xact_id(),
  ready boolean not null default false,
  dropped boolean not null default false,
  constraint index_progress_pkey PRIMARY KEY (data_table_id, index_number)
);
CREATE INDEX index_progress_to_clear ON public.index_progress USING btree (data_table_id) WHERE dropped;

create table indexed_appends (
  data_table_id uuid not null,
  first_id bigint not null,
  seq bigint not null,
  constraint indexed_appends_pkey PRIMARY KEY (data_table_id, first_id)
);

create table jobs (
  id uuid not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  spinner_version integer not null,
  data_table_id uuid not null,
  source text not null,
  status text not null default 'queued'::text,
  from_seq bigint not null,
  from_records bigint not null,
  to_seq bigint not null,
  to_records bigint not null,
  cut_seq bigint not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  error text,
  retry_of uuid,
  cleared_slices integer not null default 0,
  cleared boolean not null default false,
  root_job_id uuid,
  released_records bigint not null default 0,
  releases_records boolean not null default false,
  starts_at timestamp with time zone,
  data jsonb,
  has_explicit_audience boolean not null default false,
  paused_at timestamp with time zone,
  paused_by text,
  paused_actor_id uuid,
  started_by_user uuid,
  started_by_key uuid,
  first_explicit_ids bigint[],
  exclude jsonb,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_source_check CHECK ((source = ANY (ARRAY['api'::text, 'app'::text, 'records'::text, 'schedule'::text, 'segment'::text]))),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'scheduled'::text, 'running'::text, 'paused'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX jobs_on_the_way ON public.jobs USING btree (organization_id, status) WHERE (status = ANY (ARRAY['running'::text, 'scheduled'::text]));
CREATE INDEX jobs_organization_id_id_idx ON public.jobs USING btree (organization_id, id);
CREATE INDEX jobs_paused ON public.jobs USING btree (organization_id, spinner_id, id) WHERE (status = 'paused'::text);
CREATE INDEX jobs_paused_with_spinner ON public.jobs USING btree (spinner_id) WHERE ((status = 'paused'::text) AND (paused_by = 'spinner'::text));
CREATE INDEX jobs_queued ON public.jobs USING btree (id) WHERE (status = 'queued'::text);
CREATE INDEX jobs_queued_of_organization ON public.jobs USING btree (organization_id, id) WHERE (status = 'queued'::text);
CREATE INDEX jobs_retries ON public.jobs USING btree (retry_of, id) WHERE (retry_of IS NOT NULL);
CREATE INDEX jobs_returning_records ON public.jobs USING btree (id) WHERE releases_records;
CREATE INDEX jobs_running ON public.jobs USING btree (id) WHERE (status = 'running'::text);
CREATE INDEX jobs_scheduled ON public.jobs USING btree (starts_at) WHERE (status = 'scheduled'::text);
CREATE INDEX jobs_spinner_id_id_idx ON public.jobs USING btree (spinner_id, id);
CREATE INDEX jobs_that_exclude ON public.jobs USING btree (spinner_id) WHERE (exclude IS NOT NULL);
CREATE INDEX jobs_that_may_return_records ON public.jobs USING btree (spinner_id) WHERE ((NOT has_explicit_audience) AND ((finished_at IS NULL) OR releases_records));
CREATE INDEX jobs_to_clear ON public.jobs USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (NOT cleared));
CREATE INDEX jobs_to_clear_of_organization ON public.jobs USING btree (organization_id, finished_at) WHERE ((finished_at IS NOT NULL) AND (NOT cleared));
CREATE INDEX jobs_uncut_of_organization ON public.jobs USING btree (organization_id, id) WHERE ((status = 'running'::text) AND (cut_seq < to_seq));
CREATE INDEX jobs_with_data ON public.jobs USING btree (organization_id) WHERE (data IS NOT NULL);

create table key_rebuild_changes (
  rebuild_id uuid not null,
  record_id bigint not null,
  constraint key_rebuild_changes_pkey PRIMARY KEY (rebuild_id, record_id),
  constraint key_rebuild_changes_rebuild_id_fkey FOREIGN KEY (rebuild_id) REFERENCES key_rebuilds(id) ON DELETE CASCADE
);

create table key_rebuilds (
  id uuid not null,
  data_table_id uuid not null,
  generation integer not null,
  written_at timestamp with time zone not null default now(),
  abandoned boolean not null default false,
  constraint key_rebuilds_pkey PRIMARY KEY (id)
);
CREATE INDEX key_rebuilds_data_table_id_idx ON public.key_rebuilds USING btree (data_table_id);
CREATE UNIQUE INDEX key_rebuilds_under_way ON public.key_rebuilds USING btree (data_table_id) WHERE (NOT abandoned);

create table label_rules (
  id uuid not null,
  organization_id uuid not null,
  label_id uuid not null,
  kind text not null,
  words text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  constraint label_rules_pkey PRIMARY KEY (id),
  constraint label_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint label_rules_kind_check CHECK ((kind = ANY (ARRAY['words'::text, 'autoReply'::text])))
);
CREATE INDEX label_rules_of_organization ON public.label_rules USING btree (organization_id);

create table labels (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  color text not null,
  created_at timestamp with time zone not null,
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX labels_of_organization ON public.labels USING btree (organization_id, lower(name));

create table mailboxes (
  sender_id uuid not null,
  cursor jsonb,
  read_at timestamp with time zone,
  fault jsonb,
  failures integer not null default 0,
  due_at timestamp with time zone not null,
  lease_holder uuid,
  failing_mails jsonb not null default '[]'::jsonb,
  sender_changed boolean not null default false,
  lease_until timestamp with time zone,
  constraint mailboxes_pkey PRIMARY KEY (sender_id),
  constraint mailboxes_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE
);
CREATE INDEX mailboxes_due ON public.mailboxes USING btree (due_at);

create table mappings (
  id uuid not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  "position" integer not null,
  version integer not null,
  name text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint mappings_pkey PRIMARY KEY (id),
  constraint mappings_data_table_id_fkey FOREIGN KEY (data_table_id) REFERENCES stored_data_tables(id) ON DELETE CASCADE
);
CREATE INDEX mappings_data_table_id_position_idx ON public.mappings USING btree (data_table_id, "position");

create table member_identities (
  organization_id uuid not null,
  subject text collate "C" not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint member_identities_pkey PRIMARY KEY (organization_id, subject),
  constraint member_identities_user_id_key UNIQUE (user_id),
  constraint member_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint member_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table message_log (
  id uuid not null,
  organization_id uuid not null,
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  step integer not null,
  sender_id uuid,
  address text not null,
  status text not null,
  message_id text,
  provider_id text,
  provider_thread text,
  server_response text,
  created_at timestamp with time zone not null,
  ciphertext bytea not null,
  body bytea,
  provider_message_id text,
  awaits_message_id boolean not null default false,
  constraint message_log_pkey PRIMARY KEY (id),
  constraint message_log_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'failed'::text, 'unconfirmed'::text, 'bounced'::text, 'complained'::text, 'replied'::text])))
);
CREATE INDEX message_log_address_idx ON public.message_log USING btree (organization_id, address);
CREATE INDEX message_log_awaits_message_id ON public.message_log USING btree (sender_id, id) WHERE awaits_message_id;
CREATE INDEX message_log_bodies ON public.message_log USING btree (organization_id, id) WHERE (body IS NOT NULL);
CREATE INDEX message_log_of_job ON public.message_log USING btree (job_id, id);
CREATE INDEX message_log_of_sender ON public.message_log USING btree (sender_id, id) WHERE (sender_id IS NOT NULL);
CREATE INDEX message_log_organization_id_idx ON public.message_log USING btree (organization_id, id);
CREATE UNIQUE INDEX message_log_place ON public.message_log USING btree (job_id, record_id, step);
CREATE INDEX message_log_provider_id_idx ON public.message_log USING btree (organization_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX message_log_provider_message_id ON public.message_log USING btree (organization_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);
CREATE INDEX message_log_provider_thread_idx ON public.message_log USING btree (organization_id, provider_thread) WHERE (provider_thread IS NOT NULL);
CREATE INDEX message_log_status_idx ON public.message_log USING btree (organization_id, status, id) WHERE (status <> 'sent'::text);

create table message_results (
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  step integer not null,
  channel text not null,
  status text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  constraint message_results_pkey PRIMARY KEY (job_id, slice, record_id, step),
  constraint message_results_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'failed'::text, 'unconfirmed'::text])))
);

create table meter_usage (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null,
  constraint meter_usage_pkey PRIMARY KEY (organization_id, meter, period, used)
);

create table meters (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null default 0,
  reached smallint not null default 0,
  constraint meters_pkey PRIMARY KEY (organization_id, meter, period)
) with (fillfactor = 50);

create table moved_credentials (
  digest text not null,
  organization_id uuid not null,
  constraint moved_credentials_pkey PRIMARY KEY (digest),
  constraint moved_credentials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization_departures(organization_id) ON DELETE CASCADE
);
CREATE INDEX moved_credentials_organization_id_idx ON public.moved_credentials USING btree (organization_id);

create table moved_results (
  organization_id uuid not null,
  counted_until timestamp with time zone not null,
  constraint moved_results_pkey PRIMARY KEY (organization_id)
);

create table new_events (
  organization_id uuid not null,
  id bigint not null,
  project_id uuid,
  spinner_id uuid,
  type text collate "C" not null,
  object_type text not null,
  objects text[] not null,
  data jsonb not null,
  each jsonb[],
  addresses text[],
  created_at timestamp with time zone not null,
  constraint new_events_pkey PRIMARY KEY (organization_id, id, created_at)
);

create table open_id_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  created_at timestamp with time zone not null,
  constraint open_id_identities_pkey PRIMARY KEY (issuer, subject),
  constraint open_id_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX open_id_identities_account_id_idx ON public.open_id_identities USING btree (account_id);

create table open_id_states (
  digest text not null,
  encrypted_verifier text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  invitation text collate "C",
  create_organization boolean not null default false,
  provider_id uuid,
  time_zone text,
  language text,
  constraint open_id_states_pkey PRIMARY KEY (digest),
  constraint open_id_states_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text])))
);
CREATE INDEX open_id_states_expires_at_idx ON public.open_id_states USING btree (expires_at);

create table organization_departures (
  organization_id uuid not null,
  move_id uuid,
  status text not null,
  cell text,
  url text,
  owner_ids uuid[] not null default '{}'::uuid[],
  until timestamp with time zone,
  completed_at timestamp with time zone,
  purged_at timestamp with time zone,
  requested_at timestamp with time zone,
  requested_by uuid,
  constraint organization_departures_pkey PRIMARY KEY (organization_id),
  constraint organization_departures_move_check CHECK ((((move_id IS NULL) = (status = ANY (ARRAY['grace'::text, 'deleting'::text, 'reopening'::text]))) AND ((cell IS NULL) = (move_id IS NULL)))),
  constraint organization_departures_status_check CHECK ((status = ANY (ARRAY['draining'::text, 'closed'::text, 'switching'::text, 'departed'::text, 'grace'::text, 'deleting'::text, 'reopening'::text])))
);

create table organizations (
  id uuid not null,
  name text not null,
  plan_id text not null,
  created_at timestamp with time zone not null,
  time_zone text not null default 'UTC'::text,
  keeps_bodies boolean not null default false,
  allows_several_sessions boolean not null default false,
  test_of uuid,
  audits_values boolean not null default false,
  second_factor_required_at timestamp with time zone,
  unsubscribes_by_reply boolean not null default false,
  body_days integer,
  unsubscribe_line text not null default 'If you do not want more of these e-mails, [unsubscribe].'::text,
  postal_address text,
  language text not null default 'en'::text,
  keep_replies boolean not null default false,
  keep_replies_days integer,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint organizations_test_of_fkey FOREIGN KEY (test_of) REFERENCES organizations(id),
  constraint organizations_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text])))
);
CREATE UNIQUE INDEX organizations_test_of ON public.organizations USING btree (test_of) WHERE (test_of IS NOT NULL);

create table outdated_waits (
  subject_id uuid not null,
  organization_id uuid not null,
  since timestamp with time zone not null,
  ends_cooldown boolean not null,
  lease_until timestamp with time zone,
  reasons text[],
  round_since timestamp with time zone,
  last_job_id uuid,
  last_slice integer,
  round_from_job_id uuid,
  round_from_slice integer,
  constraint outdated_waits_pkey PRIMARY KEY (subject_id),
  constraint outdated_waits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX outdated_waits_organization_id_idx ON public.outdated_waits USING btree (organization_id);

create table passkeys (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key text not null,
  counter double precision not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX passkeys_account_id_idx ON public.passkeys USING btree (account_id);

create table password_resets (
  digest text not null,
  account_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (digest),
  constraint password_resets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX password_resets_account_id_idx ON public.password_resets USING btree (account_id);
CREATE INDEX password_resets_expires_at_idx ON public.password_resets USING btree (expires_at);

create table people (
  organization_id uuid not null,
  id text collate "C" not null,
  email text collate "C" not null,
  match_column text,
  match_value text,
  name_key text collate "C" not null,
  created_at timestamp with time zone not null,
  source text collate "C" not null default ''::text,
  company_key text collate "C" not null default chr(1114109),
  constraint people_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX people_by_company ON public.people USING btree (organization_id, company_key, id);
CREATE INDEX people_by_email ON public.people USING btree (organization_id, email, id);
CREATE INDEX people_by_name ON public.people USING btree (organization_id, name_key, id);
CREATE INDEX people_by_source ON public.people USING btree (organization_id, source, created_at, id);
CREATE INDEX people_by_source_company ON public.people USING btree (organization_id, source, company_key, id);
CREATE INDEX people_by_source_email ON public.people USING btree (organization_id, source, email, id);
CREATE INDEX people_by_source_name ON public.people USING btree (organization_id, source, name_key, id);
CREATE INDEX people_by_time ON public.people USING btree (organization_id, created_at, id);

create table people_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
CREATE INDEX people_changes_of_table ON public.people_changes USING btree (data_table_id, record_id);

create table people_progress (
  data_table_id uuid not null,
  organization_id uuid not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  is_complete boolean not null default false,
  columns_digest text not null,
  begun_in_transaction xid8,
  entries_version integer not null default 1,
  constraint people_progress_pkey PRIMARY KEY (data_table_id)
);
CREATE INDEX people_progress_of_organization ON public.people_progress USING btree (organization_id);

create table person_records (
  data_table_id uuid not null,
  record_id bigint not null,
  organization_id uuid not null,
  person_id text collate "C" not null,
  name text,
  company text,
  name_key text collate "C" not null,
  search_text text collate "C" not null,
  grams integer[] not null,
  created_at timestamp with time zone not null,
  source text collate "C" not null default ''::text,
  company_key text collate "C" not null default ''::text,
  constraint person_records_pkey PRIMARY KEY (data_table_id, record_id)
);
CREATE INDEX person_records_by_grams ON public.person_records USING gin (grams);
CREATE INDEX person_records_of_person ON public.person_records USING btree (organization_id, person_id, record_id);

create table plans (
  id text not null,
  name text not null,
  has_api_keys boolean not null,
  records bigint,
  jobs bigint,
  data_tables bigint,
  spinners bigint,
  requests_per_second integer,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_requests_per_second_check CHECK ((requests_per_second > 0))
);

create table recipient_actions (
  id uuid not null,
  organization_id uuid not null,
  job_id uuid not null,
  request jsonb not null,
  actor jsonb not null,
  created_at timestamp with time zone not null,
  last_slice integer not null default 0,
  lease_until timestamp with time zone,
  constraint recipient_actions_pkey PRIMARY KEY (id),
  constraint recipient_actions_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint recipient_actions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX recipient_actions_job_id ON public.recipient_actions USING btree (job_id);
CREATE INDEX recipient_actions_organization_id ON public.recipient_actions USING btree (organization_id);

create table recipients (
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  status text not null default 'pending'::text,
  step integer not null default 0,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  error text,
  updated_at timestamp with time zone not null,
  reason text,
  evidence jsonb,
  sender_id uuid,
  pending_stop jsonb,
  pace_day date,
  constraint recipients_pkey PRIMARY KEY (job_id, slice, record_id),
  constraint recipients_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'waiting'::text, 'done'::text, 'skipped'::text, 'failed'::text, 'unconfirmed'::text, 'stopped'::text])))
) with (fillfactor = 50);
CREATE INDEX recipients_with_stops ON public.recipients USING btree (job_id, slice) WHERE (pending_stop IS NOT NULL);

create table record_changes (
  data_table_id uuid not null,
  record_id bigint not null,
  at timestamp with time zone not null,
  request_id text not null,
  api_key_id uuid,
  columns text[] not null
);
CREATE INDEX record_changes_data_table_id_record_id_idx ON public.record_changes USING btree (data_table_id, record_id);

create table record_indexes (
  data_table_id uuid not null,
  key text not null,
  index_number integer not null,
  created_at timestamp with time zone not null default now(),
  constraint record_indexes_pkey PRIMARY KEY (data_table_id, key)
);

create table record_keys (
  data_table_id uuid not null,
  generation integer not null,
  key bytea not null,
  record_id bigint not null,
  version text collate "C",
  constraint record_keys_pkey PRIMARY KEY (data_table_id, generation, key)
);

create table records (
  data_table_id uuid not null,
  id bigint not null,
  data jsonb not null,
  constraint records_pkey PRIMARY KEY (data_table_id, id)
);

create table rehearsals (
  id uuid not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  version integer,
  request_digest text not null,
  status text not null default 'running'::text,
  superseded_by_next boolean not null,
  done bigint not null default 0,
  total bigint not null,
  result jsonb,
  error text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  job_id uuid,
  constraint rehearsals_pkey PRIMARY KEY (id),
  constraint rehearsals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint rehearsals_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE,
  constraint rehearsals_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'superseded'::text])))
);
CREATE INDEX rehearsals_by_age ON public.rehearsals USING btree (created_at);
CREATE INDEX rehearsals_of_organization ON public.rehearsals USING btree (organization_id, created_at);

create table removed_columns (
  data_table_id uuid not null,
  key text not null,
  after_id bigint not null default 0,
  removed_at timestamp with time zone not null default now(),
  constraint removed_columns_pkey PRIMARY KEY (data_table_id, key)
);

create table removed_members (
  organization_id uuid not null,
  email text collate "C" not null,
  removed_at timestamp with time zone not null,
  subject text,
  constraint removed_members_pkey PRIMARY KEY (organization_id, email),
  constraint removed_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX removed_members_organization_id_subject_idx ON public.removed_members USING btree (organization_id, subject) WHERE (subject IS NOT NULL);

create table removed_tables (
  id uuid not null,
  removed_at timestamp with time zone not null,
  constraint removed_tables_pkey PRIMARY KEY (id)
);

create table restorations (
  id bigint not null,
  restored_at timestamp with time zone not null default now(),
  restored_moment timestamp with time zone not null,
  source text not null,
  handled_at timestamp with time zone,
  figures jsonb,
  constraint restorations_pkey PRIMARY KEY (id),
  constraint restorations_source_check CHECK ((source = ANY (ARRAY['backup'::text, 'recovery'::text])))
);

create table results_progress (
  only_row boolean not null default true,
  counted_until timestamp with time zone not null,
  constraint results_progress_pkey PRIMARY KEY (only_row),
  constraint results_progress_only_row_check CHECK (only_row)
);

create table runtime_connections (
  id uuid not null,
  missed_at timestamp with time zone,
  constraint runtime_connections_pkey PRIMARY KEY (id)
);

create table runtime_workers (
  id uuid not null,
  started_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  constraint runtime_workers_pkey PRIMARY KEY (id)
);

create table schema_files (
  path text not null,
  checksum text,
  version text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_files_pkey PRIMARY KEY (path)
);

create table second_factors (
  account_id uuid not null,
  encrypted_secret text,
  app_confirmed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  last_step integer,
  recovery_digests text[] not null,
  created_at timestamp with time zone not null,
  constraint second_factors_pkey PRIMARY KEY (account_id),
  constraint second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table segment_changes (
  data_table_id uuid not null,
  record_id bigint not null
);
CREATE INDEX segment_changes_of_table ON public.segment_changes USING btree (data_table_id, record_id);

create table segment_members (
  spinner_id uuid not null,
  record_id bigint not null,
  is_member boolean not null,
  entered_at timestamp with time zone,
  started_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint segment_members_pkey PRIMARY KEY (spinner_id, record_id)
);
CREATE INDEX segment_members_due ON public.segment_members USING btree (spinner_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX segment_members_entered ON public.segment_members USING btree (spinner_id, entered_at) WHERE (entered_at IS NOT NULL);

create table segment_watches (
  spinner_id uuid not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  segment_id uuid,
  columns text[] not null,
  is_repeated boolean not null,
  again_after_days integer,
  existing_seq bigint not null,
  includes_existing boolean not null,
  seq bigint not null default 0,
  after_id bigint not null default 0,
  is_cleared boolean not null default false,
  begun_in_transaction xid8,
  constraint segment_watches_pkey PRIMARY KEY (spinner_id)
) with (fillfactor = 50);
CREATE INDEX segment_watches_of_organization ON public.segment_watches USING btree (organization_id);
CREATE INDEX segment_watches_of_table ON public.segment_watches USING btree (data_table_id);

create table segments (
  id uuid not null,
  organization_id uuid not null,
  data_table_id uuid not null,
  name text not null,
  description text not null,
  condition jsonb not null,
  created_at timestamp with time zone not null,
  count_value bigint,
  count_at timestamp with time zone,
  constraint segments_pkey PRIMARY KEY (id),
  constraint segments_data_table_id_name_key UNIQUE (data_table_id, name),
  constraint segments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX segments_of_organization ON public.segments USING btree (organization_id);

create table sender_breakers (
  sender_id uuid not null,
  spinner_id uuid not null,
  counted_since timestamp with time zone not null,
  paused_at timestamp with time zone,
  fault jsonb,
  owners_notified_at timestamp with time zone,
  constraint sender_breakers_pkey PRIMARY KEY (sender_id, spinner_id),
  constraint sender_breakers_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE
);
CREATE INDEX sender_breakers_paused ON public.sender_breakers USING btree (spinner_id) WHERE (paused_at IS NOT NULL);
CREATE INDEX sender_breakers_to_notify ON public.sender_breakers USING btree (paused_at) WHERE ((paused_at IS NOT NULL) AND (owners_notified_at IS NULL));

create table sender_budgets (
  sender_id uuid not null,
  day date not null,
  used integer not null,
  next_at timestamp with time zone not null,
  scheduled_until timestamp with time zone not null,
  scheduled_day date,
  scheduled_count integer not null default 0,
  priority_until timestamp with time zone,
  cooldown_until timestamp with time zone,
  cooldowns_in_row integer not null default 0,
  cooldown_code text,
  zone text,
  constraint sender_budgets_pkey PRIMARY KEY (sender_id),
  constraint sender_budgets_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE
) with (fillfactor = 50);

create table sender_domains (
  sender_id uuid not null,
  domain text,
  findings jsonb,
  checked_at timestamp with time zone,
  due_at timestamp with time zone not null,
  constraint sender_domains_pkey PRIMARY KEY (sender_id),
  constraint sender_domains_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE
);
CREATE INDEX sender_domains_due_idx ON public.sender_domains USING btree (due_at);

create table sender_health (
  sender_id uuid not null,
  spinner_id uuid not null,
  period_start timestamp with time zone not null,
  sent integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  refused integer not null default 0,
  temporary_refusals integer not null default 0,
  refusal_reports integer not null default 0,
  refused_domains bigint[] not null default '{}'::bigint[],
  other_sent integer not null default 0,
  constraint sender_health_pkey PRIMARY KEY (sender_id, spinner_id, period_start),
  constraint sender_health_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE
);

create table sender_oauth_states (
  digest text not null,
  kind text not null,
  organization_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  encrypted_verifier text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sender_oauth_states_pkey PRIMARY KEY (digest),
  constraint sender_oauth_states_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sender_oauth_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sender_oauth_states_kind_check CHECK ((kind = ANY (ARRAY['google'::text, 'microsoft'::text])))
);
CREATE INDEX sender_oauth_states_expires_at_idx ON public.sender_oauth_states USING btree (expires_at);
CREATE INDEX sender_oauth_states_organization_id_idx ON public.sender_oauth_states USING btree (organization_id);

create table sender_pools (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  max_per_day integer not null,
  scheduled_until timestamp with time zone not null,
  priority_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  revision integer not null default 1,
  constraint sender_pools_pkey PRIMARY KEY (id),
  constraint sender_pools_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sender_pools_max_per_day_check CHECK ((max_per_day > 0))
);
CREATE INDEX sender_pools_organization_id_idx ON public.sender_pools USING btree (organization_id, id);

create table senders (
  id uuid not null,
  organization_id uuid not null,
  kind text not null,
  name text not null,
  email text not null,
  reply_to text,
  signature text,
  status text not null default 'connected'::text,
  status_reason jsonb,
  settings jsonb not null default '{}'::jsonb,
  credentials text,
  expires_at timestamp with time zone,
  is_default boolean not null default false,
  time_zone text not null default 'UTC'::text,
  daily_limit integer,
  gap_seconds integer not null default 0,
  ramp jsonb,
  ramp_from date,
  created_at timestamp with time zone not null,
  revision integer not null default 1,
  max_per_day integer,
  pool_id uuid,
  signature_html text,
  constraint senders_pkey PRIMARY KEY (id),
  constraint senders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint senders_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES sender_pools(id) ON DELETE SET NULL,
  constraint senders_daily_limit_check CHECK ((daily_limit > 0)),
  constraint senders_gap_seconds_check CHECK ((gap_seconds >= 0)),
  constraint senders_kind_check CHECK ((kind = ANY (ARRAY['deployment'::text, 'smtp'::text, 'google'::text, 'microsoft'::text]))),
  constraint senders_max_per_day_check CHECK ((max_per_day > 0)),
  constraint senders_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'paused'::text, 'needsAttention'::text])))
);
CREATE UNIQUE INDEX senders_account ON public.senders USING btree (organization_id, kind, ((settings ->> 'account'::text))) WHERE (kind = ANY (ARRAY['google'::text, 'microsoft'::text]));
CREATE UNIQUE INDEX senders_default ON public.senders USING btree (organization_id) WHERE is_default;
CREATE INDEX senders_organization_id_idx ON public.senders USING btree (organization_id, id);
CREATE INDEX senders_pool_id_idx ON public.senders USING btree (pool_id) WHERE (pool_id IS NOT NULL);

create table sent_emails (
  record_id bigint not null,
  at timestamp with time zone not null,
  step integer not null,
  slice integer not null,
  organization_id uuid not null,
  spinner_id uuid not null,
  root_job_id uuid not null,
  retry_job_id uuid,
  first boolean not null,
  address text collate "C" not null,
  active_domain text,
  replied_at timestamp with time zone,
  reply jsonb,
  earlier_at timestamp with time zone[]
);
CREATE INDEX sent_emails_active ON public.sent_emails USING btree (organization_id, active_domain) WHERE (active_domain IS NOT NULL);
CREATE UNIQUE INDEX sent_emails_claims ON public.sent_emails USING btree (organization_id, address, (
CASE
    WHEN first THEN spinner_id
    ELSE root_job_id
END), (
CASE
    WHEN first THEN '-1'::integer
    ELSE step
END));
CREATE INDEX sent_emails_replied ON public.sent_emails USING btree (organization_id, address, replied_at) WHERE (replied_at IS NOT NULL);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  how_ended text,
  kind text not null default 'token'::text,
  user_agent text,
  ip_address text,
  last_seen_at timestamp with time zone,
  is_test_mode boolean not null default false,
  vouched_by text not null default 'account'::text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_how_ended_check CHECK ((how_ended = ANY (ARRAY['signed_out'::text, 'replaced'::text, 'password_reset'::text]))),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['console'::text, 'token'::text]))),
  constraint sessions_vouched_by_check CHECK ((vouched_by = ANY (ARRAY['account'::text, 'organization'::text])))
);
CREATE UNIQUE INDEX sessions_live ON public.sessions USING btree (user_id) WHERE ((ended_at IS NULL) AND (kind = 'token'::text));
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

create table sign_in_providers (
  organization_id uuid not null,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  encrypted_secret text not null,
  default_role text not null,
  admits_new boolean not null,
  required_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sign_in_providers_pkey PRIMARY KEY (organization_id),
  constraint sign_in_providers_id_key UNIQUE (id),
  constraint sign_in_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sign_in_providers_default_role_check CHECK ((default_role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text])))
);

create table slices (
  job_id uuid not null,
  no integer not null,
  status text not null default 'open'::text,
  due_at timestamp with time zone not null,
  lease_holder uuid,
  lease_until timestamp with time zone,
  lease_connection uuid,
  sending bigint[] not null default '{}'::bigint[],
  sending_since timestamp with time zone,
  waiting integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  unconfirmed integer not null default 0,
  deleted integer not null default 0,
  lost_leases integer not null default 0,
  preparing_record_id bigint,
  organization_id uuid,
  reasons jsonb,
  stopped_record_ids bigint[] not null default '{}'::bigint[],
  released_records integer not null default 0,
  last_due timestamp with time zone,
  stopped_count integer not null default 0,
  step_states text[],
  step_state_counts integer[],
  entry_steps jsonb,
  review_codes text[],
  changed_record_ids bigint[] not null default '{}'::bigint[],
  repeats_steps boolean not null default false,
  moved_steps jsonb,
  from_seq bigint,
  to_seq bigint,
  constraint slices_pkey PRIMARY KEY (job_id, no),
  constraint slices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paused'::text, 'closed'::text])))
) with (fillfactor = 50);
CREATE INDEX slices_due ON public.slices USING btree (job_id, due_at) WHERE (status = 'open'::text);
CREATE INDEX slices_due_at ON public.slices USING btree (due_at) WHERE (status = 'open'::text);
CREATE INDEX slices_due_of_organization ON public.slices USING btree (organization_id, due_at) WHERE (status = 'open'::text);
CREATE INDEX slices_failed ON public.slices USING btree (organization_id, job_id) WHERE (failed > 0);
CREATE INDEX slices_of_lease_connection ON public.slices USING btree (lease_connection) WHERE (status = 'open'::text);
CREATE INDEX slices_paused ON public.slices USING btree (job_id, no) WHERE (status = 'paused'::text);

create table spinner_paces (
  spinner_id uuid not null,
  organization_id uuid not null,
  max_new_per_day integer,
  max_per_day integer,
  days integer[] not null,
  opens_at integer not null,
  zone text not null,
  day date not null,
  used integer not null default 0,
  used_new integer not null default 0,
  queue_day date,
  queue_count integer not null default 0,
  late_day date,
  late_count integer not null default 0,
  follow_ups integer not null default 0,
  late_people integer not null default 0,
  counted_at timestamp with time zone,
  constraint spinner_paces_pkey PRIMARY KEY (spinner_id),
  constraint spinner_paces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spinner_paces_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE,
  constraint spinner_paces_max_new_per_day_check CHECK ((max_new_per_day > 0)),
  constraint spinner_paces_max_per_day_check CHECK ((max_per_day > 0))
) with (fillfactor = 50);
CREATE INDEX spinner_paces_organization_id_idx ON public.spinner_paces USING btree (organization_id);

create table spinner_results (
  spinner_id uuid not null,
  day date not null,
  version integer not null,
  step integer not null,
  variant text collate "C" not null,
  sender_id uuid not null,
  source text not null,
  reached integer not null default 0,
  sent integer not null default 0,
  captured integer not null default 0,
  replied integer not null default 0,
  automatic_replies integer not null default 0,
  bounced integer not null default 0,
  unsubscribed integer not null default 0,
  complained integer not null default 0,
  reached_goal integer not null default 0,
  constraint spinner_results_pkey PRIMARY KEY (spinner_id, day, version, step, variant, sender_id, source),
  constraint spinner_results_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
);

create table spinner_start_jobs (
  spinner_id uuid not null,
  due_at timestamp with time zone not null,
  job_id uuid not null,
  constraint spinner_start_jobs_pkey PRIMARY KEY (spinner_id, due_at),
  constraint spinner_start_jobs_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
);

create table spinner_starts (
  spinner_id uuid not null,
  organization_id uuid not null,
  starts jsonb not null,
  due_at timestamp with time zone not null,
  check_at timestamp with time zone,
  stopped jsonb,
  stopped_at timestamp with time zone,
  constraint spinner_starts_pkey PRIMARY KEY (spinner_id),
  constraint spinner_starts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spinner_starts_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id) ON DELETE CASCADE
) with (fillfactor = 50);
CREATE INDEX spinner_starts_due ON public.spinner_starts USING btree (check_at) WHERE (check_at IS NOT NULL);

create table spinner_templates (
  id uuid not null,
  organization_id uuid not null,
  kind text not null,
  name text not null,
  description text not null,
  columns text[] not null,
  step_count integer not null,
  settings jsonb,
  steps jsonb not null,
  created_at timestamp with time zone not null,
  revision integer not null default 1,
  constraint spinner_templates_pkey PRIMARY KEY (id),
  constraint spinner_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spinner_templates_check CHECK (((kind = 'email'::text) = (settings IS NULL))),
  constraint spinner_templates_kind_check CHECK ((kind = ANY (ARRAY['spinner'::text, 'email'::text])))
);
CREATE INDEX spinner_templates_of_organization ON public.spinner_templates USING btree (organization_id, id);

create table spinner_versions (
  spinner_id uuid not null,
  version integer not null,
  audience text not null,
  steps jsonb not null,
  metadata_columns text[] not null,
  contact text not null default 'oncePerRecord'::text,
  is_exclusive boolean not null default false,
  send_window jsonb,
  exits text[] not null default '{reply,bounce,unsubscribe}'::text[],
  trigger_data jsonb not null default '[]'::jsonb,
  starts jsonb not null default '{"on": "call"}'::jsonb,
  steps_before_messages integer[] not null,
  wait_seconds_after_steps double precision[] not null,
  published_at timestamp with time zone,
  is_plain boolean not null,
  steps_without_messages integer[],
  reply jsonb not null default '{"scope": "job"}'::jsonb,
  goal jsonb,
  pace jsonb,
  exclude jsonb,
  constraint spinner_versions_pkey PRIMARY KEY (spinner_id, version),
  constraint spinner_versions_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES stored_spinners(id),
  constraint spinner_versions_audience_check CHECK (((audience = ANY (ARRAY['new'::text, 'all'::text])) OR (audience ~~ 'segment:%'::text) OR (audience ~~ 'new:%'::text))),
  constraint spinner_versions_contact_check CHECK ((contact = ANY (ARRAY['oncePerPerson'::text, 'oncePerRecord'::text]))),
  constraint spinner_versions_exits_check CHECK ((array_to_string(exits, ' '::text) ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|goalReached|segment:[0-9a-f-]{36})( |$))*$'::text)),
  constraint spinner_versions_reply_check CHECK (((reply ->> 'scope'::text) = ANY (ARRAY['job'::text, 'everywhere'::text])))
);

create table split_branches (
  job_id uuid not null,
  slice integer not null,
  step integer not null,
  branch integer not null,
  record_ids bigint[] not null,
  figures jsonb,
  record_count integer,
  constraint split_branches_pkey PRIMARY KEY (job_id, slice, step, branch)
);

create table staged_keys (
  owner uuid not null,
  no bigint not null,
  key bytea not null,
  record_id bigint not null,
  version text collate "C",
  constraint staged_keys_pkey PRIMARY KEY (owner, no)
);
CREATE INDEX staged_keys_owner_key_no_idx ON public.staged_keys USING btree (owner, key, no);

create table step_waits (
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  step integer not null,
  data_table_id uuid,
  since timestamp with time zone not null,
  value_digest text,
  changed boolean not null default false,
  constraint step_waits_pkey PRIMARY KEY (job_id, slice, record_id, step)
);
CREATE INDEX step_waits_changed ON public.step_waits USING btree (job_id, slice) WHERE changed;
CREATE INDEX step_waits_of_records ON public.step_waits USING btree (data_table_id, record_id) WHERE (data_table_id IS NOT NULL);

create table stored_data_tables (
  id uuid not null,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  columns jsonb not null,
  missing_columns text not null,
  schema_version integer not null,
  revision integer not null default 1,
  ingest_token_digest text not null,
  ingest_token_ciphertext text not null,
  last_seq bigint not null default 0,
  appended bigint not null default 0,
  removed bigint not null default 0,
  created_at timestamp with time zone not null,
  match jsonb,
  default_country text,
  match_generation integer not null default 0,
  accepts_any_format boolean not null default false,
  duplicate_window_seconds integer not null default 600,
  previous_token_digest text,
  previous_token_until timestamp with time zone,
  maps_automatically boolean not null default false,
  signature jsonb,
  on_bad_signature text not null default 'refuse'::text,
  column_keys jsonb,
  bin_entry_id uuid,
  constraint stored_data_tables_pkey PRIMARY KEY (id),
  constraint stored_data_tables_ingest_token_digest_key UNIQUE (ingest_token_digest),
  constraint stored_data_tables_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint stored_data_tables_project_id_fkey FOREIGN KEY (project_id) REFERENCES stored_projects(id),
  constraint stored_data_tables_duplicate_window_seconds_check CHECK (((duplicate_window_seconds >= 0) AND (duplicate_window_seconds <= 604800))),
  constraint stored_data_tables_on_bad_signature_check CHECK ((on_bad_signature = ANY (ARRAY['refuse'::text, 'hold'::text])))
) with (fillfactor = 50);
CREATE INDEX stored_data_tables_organization_id_idx ON public.stored_data_tables USING btree (organization_id);
CREATE UNIQUE INDEX stored_data_tables_previous_token ON public.stored_data_tables USING btree (previous_token_digest) WHERE (previous_token_digest IS NOT NULL);
CREATE INDEX stored_data_tables_project_id_idx ON public.stored_data_tables USING btree (project_id);

create table stored_projects (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  in_bin boolean not null default false,
  constraint stored_projects_pkey PRIMARY KEY (id),
  constraint stored_projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX stored_projects_organization_id_idx ON public.stored_projects USING btree (organization_id);

create table stored_spinners (
  id uuid not null,
  organization_id uuid not null,
  project_id uuid not null,
  data_table_id uuid not null,
  name text not null,
  audience text not null,
  steps jsonb not null,
  revision integer not null default 1,
  latest_version integer not null default 0,
  published_version integer,
  taken_seq bigint not null default 0,
  taken_records bigint not null default 0,
  created_at timestamp with time zone not null,
  contact text not null default 'oncePerRecord'::text,
  is_exclusive boolean not null default false,
  send_window jsonb,
  exits text[] not null default '{reply,bounce,unsubscribe}'::text[],
  trigger_data jsonb not null default '[]'::jsonb,
  paused_at timestamp with time zone,
  paused_actor_id uuid,
  starts jsonb not null default '{"on": "call"}'::jsonb,
  bin_entry_id uuid,
  reply jsonb not null default '{"scope": "job"}'::jsonb,
  goal jsonb,
  pace jsonb,
  exclude jsonb,
  constraint stored_spinners_pkey PRIMARY KEY (id),
  constraint stored_spinners_data_table_id_fkey FOREIGN KEY (data_table_id) REFERENCES stored_data_tables(id),
  constraint stored_spinners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint stored_spinners_project_id_fkey FOREIGN KEY (project_id) REFERENCES stored_projects(id),
  constraint stored_spinners_audience_check CHECK (((audience = ANY (ARRAY['new'::text, 'all'::text])) OR (audience ~~ 'segment:%'::text) OR (audience ~~ 'new:%'::text))),
  constraint stored_spinners_contact_check CHECK ((contact = ANY (ARRAY['oncePerPerson'::text, 'oncePerRecord'::text]))),
  constraint stored_spinners_exits_check CHECK ((array_to_string(exits, ' '::text) ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|goalReached|segment:[0-9a-f-]{36})( |$))*$'::text)),
  constraint stored_spinners_reply_check CHECK (((reply ->> 'scope'::text) = ANY (ARRAY['job'::text, 'everywhere'::text])))
) with (fillfactor = 50);
CREATE INDEX stored_spinners_data_table_id_idx ON public.stored_spinners USING btree (data_table_id);
CREATE INDEX stored_spinners_organization_id_idx ON public.stored_spinners USING btree (organization_id);
CREATE INDEX stored_spinners_project_id_idx ON public.stored_spinners USING btree (project_id);

create table suppression_events (
  organization_id uuid not null,
  email text not null,
  at timestamp with time zone not null,
  kind text not null,
  constraint suppression_events_pkey PRIMARY KEY (organization_id, email, at, kind),
  constraint suppression_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppression_events_kind_check CHECK ((kind = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'added'::text, 'lifted'::text])))
);
CREATE INDEX suppression_events_at ON public.suppression_events USING btree (at);

create table suppressions (
  id uuid not null,
  organization_id uuid not null,
  email text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  note text,
  constraint suppressions_pkey PRIMARY KEY (id),
  constraint suppressions_organization_id_email_key UNIQUE (organization_id, email),
  constraint suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'added'::text])))
);
CREATE INDEX suppressions_organization_id_id_idx ON public.suppressions USING btree (organization_id, id);

create table test_answers (
  organization_id uuid not null,
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  step integer not null,
  kind text not null,
  due_at timestamp with time zone not null,
  answer jsonb not null,
  played_at timestamp with time zone,
  constraint test_answers_pkey PRIMARY KEY (job_id, record_id, step, kind, due_at)
);
CREATE INDEX test_answers_due ON public.test_answers USING btree (organization_id, due_at);

create table test_calls (
  id uuid not null,
  organization_id uuid not null,
  kind text not null,
  job_id uuid not null,
  record_id bigint not null,
  step integer not null,
  at timestamp with time zone not null,
  outcome text not null,
  ciphertext bytea not null,
  constraint test_calls_pkey PRIMARY KEY (id),
  constraint test_calls_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'guard'::text])))
);
CREATE INDEX test_calls_of_organization ON public.test_calls USING btree (organization_id, at, id);
CREATE INDEX test_calls_of_record ON public.test_calls USING btree (job_id, record_id);

create table test_clocks (
  organization_id uuid not null,
  now timestamp with time zone not null,
  begun_at timestamp with time zone,
  target timestamp with time zone,
  moments integer not null default 0,
  error jsonb,
  rules jsonb not null default '{}'::jsonb,
  lease_holder uuid,
  lease_until timestamp with time zone,
  stops_at_message boolean not null default false,
  constraint test_clocks_pkey PRIMARY KEY (organization_id),
  constraint test_clocks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table test_copies (
  organization_id uuid not null,
  kind text not null,
  original_id uuid not null,
  copy_id uuid not null,
  revision integer,
  constraint test_copies_pkey PRIMARY KEY (organization_id, kind, original_id),
  constraint test_copies_kind_check CHECK ((kind = ANY (ARRAY['project'::text, 'dataTable'::text, 'spinner'::text, 'testedSpinner'::text, 'sender'::text, 'file'::text])))
);
CREATE UNIQUE INDEX test_copies_of_test ON public.test_copies USING btree (copy_id);

create table thread_keys (
  organization_id uuid not null,
  key bytea not null,
  thread_id uuid not null,
  constraint thread_keys_pkey PRIMARY KEY (organization_id, key)
);
CREATE INDEX thread_keys_of_thread ON public.thread_keys USING btree (thread_id);

create table thread_messages (
  id uuid not null,
  organization_id uuid not null,
  thread_id uuid not null,
  digest bytea not null,
  kind text not null,
  sender_id uuid,
  at timestamp with time zone not null,
  address text,
  job_id uuid,
  record_id bigint,
  step integer,
  head bytea not null,
  ciphertext bytea storage external not null,
  constraint thread_messages_pkey PRIMARY KEY (id),
  constraint thread_messages_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'autoReply'::text, 'bounce'::text, 'handWritten'::text, 'answer'::text])))
);
CREATE INDEX thread_messages_by_time ON public.thread_messages USING btree (organization_id, at);
CREATE UNIQUE INDEX thread_messages_digest ON public.thread_messages USING btree (organization_id, digest);
CREATE INDEX thread_messages_of_address ON public.thread_messages USING btree (organization_id, address) WHERE (address IS NOT NULL);
CREATE INDEX thread_messages_of_record ON public.thread_messages USING btree (organization_id, record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX thread_messages_of_thread ON public.thread_messages USING btree (thread_id, at, id);

create table thread_placements (
  organization_id uuid not null,
  message_id uuid not null,
  sender_id uuid not null,
  provider_id text not null,
  constraint thread_placements_pkey PRIMARY KEY (message_id, sender_id, provider_id)
);
CREATE INDEX thread_placements_of_organization ON public.thread_placements USING btree (organization_id);

create table thread_places (
  organization_id uuid not null,
  thread_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  constraint thread_places_pkey PRIMARY KEY (thread_id, job_id, record_id)
);
CREATE INDEX thread_places_of_organization ON public.thread_places USING btree (organization_id, record_id);

create table thread_words (
  message_id uuid not null,
  organization_id uuid not null,
  thread_id uuid not null,
  words bigint[] storage external not null,
  constraint thread_words_pkey PRIMARY KEY (message_id)
) with (toast_tuple_target = 128);
CREATE INDEX thread_words_of_organization ON public.thread_words USING btree (organization_id);
CREATE INDEX thread_words_of_thread ON public.thread_words USING btree (thread_id);
CREATE INDEX thread_words_words ON public.thread_words USING gin (words);

create table threads (
  id uuid not null,
  organization_id uuid not null,
  spinner_id uuid,
  address text not null,
  sender_id uuid,
  status text not null,
  snoozed_until timestamp with time zone,
  is_unread boolean not null,
  assignee_id uuid,
  labels uuid[] not null default '{}'::uuid[],
  message_count integer not null default 0,
  omitted_count integer not null default 0,
  last_message_at timestamp with time zone not null,
  last_reply_at timestamp with time zone,
  last_answer_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint threads_pkey PRIMARY KEY (id),
  constraint threads_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text])))
) with (fillfactor = 80);
CREATE INDEX threads_newest ON public.threads USING btree (organization_id, last_message_at DESC, id DESC);
CREATE INDEX threads_of_address ON public.threads USING btree (organization_id, address);
CREATE INDEX threads_of_assignee ON public.threads USING btree (organization_id, assignee_id, last_message_at DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX threads_open ON public.threads USING btree (organization_id, last_message_at DESC, id DESC) INCLUDE (is_unread, snoozed_until, assignee_id, last_reply_at, last_answer_at, spinner_id) WHERE (status = 'open'::text);
CREATE INDEX threads_unread ON public.threads USING btree (organization_id, last_message_at DESC, id DESC) WHERE is_unread;
CREATE INDEX threads_with_label ON public.threads USING gin (labels) WHERE (labels <> '{}'::uuid[]);

create table throttle (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint throttle_pkey PRIMARY KEY (key)
);

create table users (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  role text not null,
  created_at timestamp with time zone not null,
  account_id uuid not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_organization_id_account_id_key UNIQUE (organization_id, account_id),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text])))
);
CREATE INDEX users_account_id_idx ON public.users USING btree (account_id);

create table views (
  id uuid not null,
  organization_id uuid not null,
  data_table_id uuid,
  name text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  user_id uuid,
  constraint views_pkey PRIMARY KEY (id),
  constraint views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX views_of_organization ON public.views USING btree (organization_id);
CREATE INDEX views_of_table ON public.views USING btree (data_table_id);
CREATE UNIQUE INDEX views_of_user ON public.views USING btree (user_id, data_table_id) WHERE (user_id IS NOT NULL);

create table webhook_secrets (
  organization_id uuid not null,
  ciphertext text not null,
  previous_ciphertext text,
  previous_until timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (organization_id),
  constraint webhook_secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create view data_tables as
 SELECT id,
    organization_id,
    project_id,
    name,
    columns,
    missing_columns,
    schema_version,
    revision,
    ingest_token_digest,
    ingest_token_ciphertext,
    last_seq,
    appended,
    removed,
    created_at,
    match,
    default_country,
    match_generation,
    accepts_any_format,
    duplicate_window_seconds,
    previous_token_digest,
    previous_token_until,
    maps_automatically,
    signature,
    on_bad_signature,
    column_keys,
    bin_entry_id
   FROM stored_data_tables
  WHERE (bin_entry_id IS NULL);

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

create view projects as
 SELECT id,
    organization_id,
    name,
    created_at,
    in_bin
   FROM stored_projects
  WHERE (NOT in_bin);

create view record_watches as
 SELECT w.data_table_id,
    w.columns
   FROM segment_watches w
UNION ALL
 SELECT g.data_table_id,
    g.columns
   FROM goal_watches g;

create view spinners as
 SELECT id,
    organization_id,
    project_id,
    data_table_id,
    name,
    audience,
    steps,
    revision,
    latest_version,
    published_version,
    taken_seq,
    taken_records,
    created_at,
    contact,
    is_exclusive,
    send_window,
    exits,
    trigger_data,
    paused_at,
    paused_actor_id,
    starts,
    bin_entry_id,
    reply,
    goal,
    pace,
    exclude
   FROM stored_spinners
  WHERE (bin_entry_id IS NULL);
