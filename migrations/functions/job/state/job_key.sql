-- Returns the key of a job's advisory lock. Marking messages takes the lock shared; cancelling or pausing the
-- job takes it exclusively. So a commit that is just marking messages ends before the request to cancel is
-- answered, and slices never wait for each other.
create or replace function job_key(p_job uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_job::text, 0) $$;
