-- The senders whose waiting recipients must get new times, because a user changed the limits of the sender, resumed it,
-- connected it again, deleted it or made another one the default. renewWaits deletes the row when it is done. If the
-- process dies before, a periodic task does the work again after lease_until. ends_rest says whether the sender's rest
-- must end first.
create table sender_changes (
  sender_id uuid primary key,
  organization_id uuid not null references organizations,
  since timestamptz not null,
  ends_rest boolean not null,
  lease_until timestamptz
);
create index on sender_changes (organization_id);
