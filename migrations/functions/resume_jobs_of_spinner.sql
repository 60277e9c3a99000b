-- Lets the jobs go on that were paused with their spinner; those that were paused by themselves stay so. The spinner must
-- be locked and say that it is not paused.
create or replace function resume_jobs_of_spinner(p_spinner uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  job uuid;
begin
  for job in
    select j.id from jobs j
     where j.spinner_id = p_spinner and j.status = 'paused' and j.paused_by = 'spinner' order by j.id for no key update
  loop
    perform resume_job(p_job => job);
  end loop;
end $$;
