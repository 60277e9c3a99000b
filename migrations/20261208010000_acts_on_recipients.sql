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
