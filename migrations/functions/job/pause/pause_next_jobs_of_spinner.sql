-- Pauses up to p_most unfinished jobs (null for all) of a paused spinner, in the order of their ids, after the job
-- p_after (null to begin with the first job). Returns the id of the last job that it paused; null if no such job is
-- left, or if the spinner is no longer paused.
create or replace function pause_next_jobs_of_spinner(p_spinner uuid, p_after uuid, p_most int) returns uuid
language plpgsql
--! include one_plan
as $$
declare
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  job uuid;
  last uuid;
begin
  -- Prevents a resumption of the spinner until the commit.
  perform from stored_spinners s where s.id = p_spinner and s.paused_at is not null for no key update;
  if not found then
    return null;
  end if;
  for job in
    select j.id from jobs j
     where j.spinner_id = p_spinner and j.id > coalesce(p_after, first_id) and can_be_paused(j.status)
     order by j.id limit p_most for no key update
  loop
    perform pause_with_spinner(p_job => job);
    last := job;
  end loop;
  return last;
end $$;
