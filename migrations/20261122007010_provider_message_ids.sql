-- The Message-ID under which a provider sent a message, and whether it is still to be read back from the provider.
alter table messages
  add column provider_message_id text,
  add column reads_id boolean not null default false;
