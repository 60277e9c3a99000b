-- The place at which the work for outdated waits continues, so that a later change does not begin it again from the first
-- slice: done_job and done_slice are the last slice whose recipients were made due, from_job and from_slice the slice at
-- which the present round began (null for the first). The round ends when the work comes back to it. round_since is the
-- time of the change in `since` for which the round runs; another time in `since` begins a new round at the same place.
alter table outdated_waits add column round_since timestamptz, add column done_job uuid, add column done_slice int,
  add column from_job uuid, add column from_slice int;
