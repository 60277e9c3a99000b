-- Resumes up to p_most jobs of a spinner that is resumed while some of its jobs are not, because the process that
-- resumed it has died; null for all jobs of all such spinners. Passes over locked spinners, whose jobs are being resumed.
-- Returns the number of jobs that it resumed. A periodic task calls this function, and the work after a restore.
create or replace function finish_spinner_resumptions(p_most int, p_now timestamptz) returns int
language plpgsql
--! include one_plan
as $$
declare
  spinner record;
  resumed int := 0;
begin
  for spinner in
    -- Reads one entry of the index jobs_paused_with_spinner for each spinner.
    with recursive paused as (
      (select j.spinner_id from jobs j where j.status = 'paused' and j.paused_by = 'spinner' order by j.spinner_id limit 1)
      union all
      select (select j.spinner_id from jobs j
               where j.status = 'paused' and j.paused_by = 'spinner' and j.spinner_id > p.spinner_id
               order by j.spinner_id limit 1)
        from paused p where p.spinner_id is not null
    )
    select s.id, s.organization_id from paused p join stored_spinners s on s.id = p.spinner_id
     where s.paused_at is null order by s.id for no key update of s skip locked
  loop
    resumed := resumed + resume_next_jobs_of_spinner(p_spinner => spinner.id, p_most => p_most, p_now => coalesce(
      (select c.now from test_clocks c where c.organization_id = spinner.organization_id), p_now));
    -- Ends, because a transaction that requests turns of several organizations must do so in one call
    -- (docs/contribute/locks.md).
    exit when resumed > 0 and p_most is not null;
  end loop;
  return resumed;
end $$;
