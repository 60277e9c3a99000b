-- The advisory lock of a job. Marking messages shares it, cancelling has it alone: a mark that is under way is
-- committed before the cancel is answered, and slices never wait for each other.
create or replace function job_key(p_job uuid) returns bigint
language sql immutable
as $$ select hashtextextended(p_job::text, 0) $$;
