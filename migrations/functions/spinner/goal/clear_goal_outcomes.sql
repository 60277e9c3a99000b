-- Deletes up to p_most outcomes of a version whose goal is over, if the details of their jobs were deleted already
-- (clear_old_job). Returns how many were deleted.
create or replace function clear_goal_outcomes(p_spinner uuid, p_version int, p_most int) returns int
language plpgsql
--! include one_plan
as $$
declare
  deleted int;
begin
  delete from goal_outcomes where (job_id, record_id) in (
    select o.job_id, o.record_id
      from jobs j
      join goal_outcomes o on o.job_id = j.id and o.version = p_version
     where j.spinner_id = p_spinner and j.cleared
     limit p_most);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
