-- What an organization has sent and what became of it, kept for RETENTION_DAYS. A captured message has its row in outbox
-- and none here.
create table messages (
  id uuid primary key,
  organization_id uuid not null,
  job_id uuid not null,
  slice int not null,
  record_id bigint not null,
  step int not null,
  sender_id uuid,
  -- As contacts have it.
  address text not null,
  state text not null check (state in ('sent', 'failed', 'unconfirmed', 'bounced', 'complained', 'replied')),
  message_id text,
  provider_id text,
  provider_thread text,
  -- Of the server or the provider, or of whoever answered.
  words text,
  created_at timestamptz not null,
  -- To whom and under what subject, sealed.
  sealed bytea not null,
  -- Text and HTML, sealed, where the organization keeps them.
  body bytea
);
create index messages_organization_id_idx on messages (organization_id, id);
create index messages_address_idx on messages (organization_id, address);
-- Of several attempts the last one wins.
create unique index messages_place on messages (job_id, record_id, step);
-- By what a provider calls it, or its conversation: what comes back may name nothing else.
create index messages_provider_id_idx on messages (organization_id, provider_id) where provider_id is not null;
create index messages_provider_thread_idx on messages (organization_id, provider_thread) where provider_thread is not null;
-- What went wrong, or was answered, is rare and looked for.
create index messages_state_idx on messages (organization_id, state, id) where state <> 'sent';

-- Whether the log keeps what messages said.
alter table organizations add column keeps_bodies boolean not null default false;
