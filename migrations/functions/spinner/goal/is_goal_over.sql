-- Returns whether recipients can no longer reach the goal of a version: it is not published, no job runs it, and the days
-- of its recipients are over.
create or replace function is_goal_over(p_watch goal_watches, p_now timestamptz) returns boolean
language plpgsql stable
as $$
begin
  -- Reads the jobs and the outcomes of former versions only.
  return not exists (
           select from stored_spinners s where s.id = p_watch.spinner_id and s.published_version = p_watch.version)
     and not exists (
           select from jobs j
            where j.spinner_id = p_watch.spinner_id and j.spinner_version = p_watch.version and is_unfinished_job(j.status))
     and not exists (
           select from goal_outcomes o
            where o.spinner_id = p_watch.spinner_id and o.version = p_watch.version and o.reached_at is null
              and o.ends_at > p_now);
end $$;
