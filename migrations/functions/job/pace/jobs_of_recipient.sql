-- Returns a job, and the jobs whose recipients it runs again, which have the same slices.
create or replace function jobs_of_recipient(p_job jobs) returns uuid[]
language sql stable
as $$
  select case when p_job.retry_of is null then array[p_job.id] else array(
    with recursive earlier as (
      select p_job.id as id, p_job.retry_of as retry_of
      union all
      select f.id, f.retry_of from earlier e join jobs f on f.id = e.retry_of)
    select e.id from earlier e) end
$$;
