-- The records that were changed while the match keys of their data table are computed for new match columns
-- (key_rebuilds). Their keys are computed again before the new keys come into use.
create table key_rebuild_changes (
  rebuild_id uuid not null references key_rebuilds (id) on delete cascade,
  record_id bigint not null,
  primary key (rebuild_id, record_id)
);
