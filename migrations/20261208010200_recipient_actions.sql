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
