-- Tables, indexes, constraints and sequences, as the dated migrations leave them.
-- Written by `npm run schema`; do not edit. Each function has a file of its own in migrations/functions.

create sequence record_blocks as bigint increment by 512 minvalue 1 maxvalue 9223372036854775807 start with 512 cache 1;

create table account_links (
  digest text not null,
  purpose text not null,
  user_id uuid,
  email text,
  organization_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint account_links_pkey PRIMARY KEY (digest),
  constraint account_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['demo'::text, 'invitation'::text, 'confirmation'::text])))
);
CREATE INDEX account_links_expires_at_idx ON public.account_links USING btree (expires_at);
CREATE INDEX account_links_user_id_idx ON public.account_links USING btree (user_id);

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
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_digest_key UNIQUE (digest),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
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
  constraint appends_pkey PRIMARY KEY (data_table_id, seq)
);

create table confirmations (
  organization_id uuid not null,
  user_id uuid not null,
  confirmed_at timestamp with time zone,
  messages integer not null default 0,
  constraint confirmations_pkey PRIMARY KEY (organization_id),
  constraint confirmations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table data_steps (
  name text not null,
  done_at timestamp with time zone not null default now(),
  constraint data_steps_pkey PRIMARY KEY (name)
);

create table data_tables (
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
  constraint data_tables_pkey PRIMARY KEY (id),
  constraint data_tables_ingest_token_digest_key UNIQUE (ingest_token_digest),
  constraint data_tables_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint data_tables_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
) with (fillfactor = 50);
CREATE INDEX data_tables_organization_id_idx ON public.data_tables USING btree (organization_id);
CREATE INDEX data_tables_project_id_idx ON public.data_tables USING btree (project_id);

create table deliveries (
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  step integer not null,
  channel text not null,
  state text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  constraint deliveries_pkey PRIMARY KEY (job_id, slice, record_id, step),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'failed'::text, 'unconfirmed'::text])))
);

create table idempotency_keys (
  organization_id uuid not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, route, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

create table import_blocks (
  import_id uuid not null,
  no integer not null,
  first_id bigint not null,
  count integer not null,
  written_at timestamp with time zone not null default now(),
  constraint import_blocks_pkey PRIMARY KEY (import_id, no),
  constraint import_blocks_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id)
);

create table imports (
  id uuid not null,
  data_table_id uuid not null,
  begun_at timestamp with time zone not null default now(),
  abandoned boolean not null default false,
  constraint imports_pkey PRIMARY KEY (id)
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
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_source_check CHECK ((source = ANY (ARRAY['api'::text, 'app'::text]))),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX jobs_organization_id_id_idx ON public.jobs USING btree (organization_id, id);
CREATE INDEX jobs_queued ON public.jobs USING btree (id) WHERE (status = 'queued'::text);
CREATE UNIQUE INDEX jobs_retry_of ON public.jobs USING btree (retry_of) WHERE (retry_of IS NOT NULL);
CREATE INDEX jobs_running ON public.jobs USING btree (id) WHERE (status = 'running'::text);
CREATE INDEX jobs_spinner_id_id_idx ON public.jobs USING btree (spinner_id, id);
CREATE INDEX jobs_to_clear ON public.jobs USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (NOT cleared));
CREATE INDEX jobs_uncut ON public.jobs USING btree (id) WHERE ((status = 'running'::text) AND (cut_seq < to_seq));
CREATE INDEX jobs_unfinished ON public.jobs USING btree (id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table meters (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null default 0,
  constraint meters_pkey PRIMARY KEY (organization_id, meter, period)
) with (fillfactor = 50);

create table organizations (
  id uuid not null,
  name text not null,
  plan_id text not null,
  created_at timestamp with time zone not null,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);

create table outbox (
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
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_job_id_id_idx ON public.outbox USING btree (job_id, id);
CREATE INDEX outbox_organization_id_id_idx ON public.outbox USING btree (organization_id, id);

create table password_resets (
  digest text not null,
  user_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (digest),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_expires_at_idx ON public.password_resets USING btree (expires_at);
CREATE INDEX password_resets_user_id_idx ON public.password_resets USING btree (user_id);

create table plans (
  id text not null,
  name text not null,
  api_keys boolean not null,
  records bigint,
  jobs bigint,
  data_tables bigint,
  spinners bigint,
  constraint plans_pkey PRIMARY KEY (id)
);

create table projects (
  id uuid not null,
  organization_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX projects_organization_id_idx ON public.projects USING btree (organization_id);

create table recipients (
  job_id uuid not null,
  slice integer not null,
  record_id bigint not null,
  state text not null default 'pending'::text,
  step integer not null default 0,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  error text,
  updated_at timestamp with time zone not null,
  constraint recipients_pkey PRIMARY KEY (job_id, slice, record_id),
  constraint recipients_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'waiting'::text, 'done'::text, 'skipped'::text, 'failed'::text, 'unconfirmed'::text])))
) with (fillfactor = 50);

create table records (
  data_table_id uuid not null,
  id bigint not null,
  data jsonb not null,
  constraint records_pkey PRIMARY KEY (data_table_id, id)
);

create table removed_tables (
  id uuid not null,
  removed_at timestamp with time zone not null,
  constraint removed_tables_pkey PRIMARY KEY (id)
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

create table sessions (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  how_ended text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_how_ended_check CHECK ((how_ended = ANY (ARRAY['signed_out'::text, 'replaced'::text, 'password_reset'::text])))
);
CREATE UNIQUE INDEX sessions_live ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

create table slices (
  job_id uuid not null,
  no integer not null,
  state text not null default 'open'::text,
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
  preparing bigint,
  constraint slices_pkey PRIMARY KEY (job_id, no),
  constraint slices_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
) with (fillfactor = 50);
CREATE INDEX slices_due ON public.slices USING btree (job_id, due_at) WHERE (state = 'open'::text);
CREATE INDEX slices_due_at ON public.slices USING btree (due_at) WHERE (state = 'open'::text);
CREATE INDEX slices_of_lease_connection ON public.slices USING btree (lease_connection) WHERE (state = 'open'::text);

create table spinner_versions (
  spinner_id uuid not null,
  version integer not null,
  audience text not null,
  steps jsonb not null,
  metadata_columns text[] not null,
  constraint spinner_versions_pkey PRIMARY KEY (spinner_id, version),
  constraint spinner_versions_spinner_id_fkey FOREIGN KEY (spinner_id) REFERENCES spinners(id),
  constraint spinner_versions_audience_check CHECK ((audience = ANY (ARRAY['new'::text, 'all'::text])))
);

create table spinners (
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
  constraint spinners_pkey PRIMARY KEY (id),
  constraint spinners_data_table_id_fkey FOREIGN KEY (data_table_id) REFERENCES data_tables(id),
  constraint spinners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spinners_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint spinners_audience_check CHECK ((audience = ANY (ARRAY['new'::text, 'all'::text])))
) with (fillfactor = 50);
CREATE INDEX spinners_data_table_id_idx ON public.spinners USING btree (data_table_id);
CREATE INDEX spinners_organization_id_idx ON public.spinners USING btree (organization_id);
CREATE INDEX spinners_project_id_idx ON public.spinners USING btree (project_id);

create table suppressions (
  id uuid not null,
  organization_id uuid not null,
  email text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint suppressions_pkey PRIMARY KEY (id),
  constraint suppressions_organization_id_email_key UNIQUE (organization_id, email),
  constraint suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'added'::text])))
);

create table throttle (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint throttle_pkey PRIMARY KEY (key)
);

create table users (
  id uuid not null,
  organization_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);
CREATE INDEX users_organization_id_idx ON public.users USING btree (organization_id);

create table webhook_secrets (
  organization_id uuid not null,
  ciphertext text not null,
  previous_ciphertext text,
  rotated_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (organization_id),
  constraint webhook_secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
