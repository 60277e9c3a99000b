-- Whom an organization writes to no more although it has erased them: known again by a keyed digest of the address, which
-- tells nobody who they are.
create table digested_suppressions (
  organization_id uuid not null references organizations,
  digest text collate "C" not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'added')),
  created_at timestamptz not null,
  primary key (organization_id, digest)
);
--
-- What an organization's digests are made with, for ever: sealed by the ring, so that a new key of the service seals this
-- one again and changes no digest.
create table digest_keys (
  organization_id uuid primary key references organizations,
  sealed text not null
);
--
-- Records of people that are gone, for as long as other traces of them may be there. An erase that was interrupted is
-- completed by the next one, which could not find them any more.
create table erased_records (
  organization_id uuid not null,
  data_table_id uuid not null,
  record_id bigint not null,
  primary key (organization_id, data_table_id, record_id)
);
--
-- Recipients whom the runtime that has the slice in hand is not to write to any more.
alter table slices add column stopped bigint[] not null default '{}';
--
-- Rows of the block that are gone before it is entered.
alter table import_blocks add column erased int not null default 0;
