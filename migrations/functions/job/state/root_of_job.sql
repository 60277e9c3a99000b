-- Returns the job in which the recipients of a job first ran; the job itself if it runs no failed recipients again. The
-- planner inlines the function.
create or replace function root_of_job(p_job jobs) returns uuid
language sql immutable
as $$ select coalesce(p_job.root_job_id, p_job.retry_of, p_job.id) $$;
