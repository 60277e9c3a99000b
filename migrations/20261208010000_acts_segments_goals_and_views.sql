-- Lets users act on single recipients, also while a runtime has the lease of their slice.
--
--   changed_record_ids  the recipients that a user changed since the slice was leased; the runtime that has the lease
--                       stores no outcome for them and marks none of their messages
--   repeats_steps       whether recipients of the slice may run a step again of which a message result is stored
--   moved_steps         the moves of recipients to steps that do not follow theirs: a list of {from, to, count}
alter table slices
  add column changed_record_ids bigint[] not null default '{}',
  add column repeats_steps boolean not null default false,
  add column moved_steps jsonb;

-- `earlier_at` has the times of the earlier messages of the same step that a user had sent again to the recipient. The
-- contact policy counts them.
alter table sent_emails add column earlier_at timestamptz[];

-- Acts on many recipients of a job that were requested and are not done yet. A request does the first slices itself, and
-- a periodic task the rest.
create table recipient_actions (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  job_id uuid not null references jobs (id),
  -- The act and the recipients that it concerns, as the request names them. It may contain values of conditions.
  request jsonb not null,
  actor jsonb not null,
  created_at timestamptz not null,
  last_slice int not null default 0,
  lease_until timestamptz
);
create index recipient_actions_job_id on recipient_actions (job_id);
create index recipient_actions_organization_id on recipient_actions (organization_id);

-- The range of the ledger of appends from which a slice was made: the appends after `from_seq` up to `to_seq`. Null for
-- slices of named and retried records, and of earlier releases. It leads to the sources of the recipients' records.
alter table slices add column from_seq bigint, add column to_seq bigint;

-- A view without a data table is a view of the list of people.
alter table views alter column data_table_id drop not null;

-- Segments: conditions on the records of a data table that are saved under a name. A segment has no list of its records;
-- they are found when they are needed. count_* is the last exact count.
create table segments (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  data_table_id uuid not null,
  name text not null,
  description text not null,
  condition jsonb not null,
  created_at timestamptz not null,
  count_value bigint,
  count_at timestamptz,
  constraint segments_data_table_id_name_key unique (data_table_id, name)
);
create index segments_of_organization on segments (organization_id);

-- The goal of a spinner: {event, withinDays}, as in src/domain/spinner/goal.ts; null if it has none.
alter table stored_spinners add column goal jsonb;
create or replace view spinners as select * from stored_spinners where bin_entry_id is null;
alter table spinner_versions add column goal jsonb;
-- Recipients who reached the goal of their version, counted at the message that they answered.
alter table spinner_results add column reached_goal integer not null default 0;
-- Templates of spinners from before this file have no goal.
update spinner_templates set settings = settings || '{"goal": null}' where settings is not null and settings -> 'goal' is null;
