-- Counts the recipients of a spinner's unfinished jobs that a retry may take, by job and step. Leaves out jobs that run
-- version p_except.
create or replace function failed_recipients(p_spinner uuid, p_except int)
returns table (job_id uuid, version int, step int, count bigint)
language plpgsql stable
--! include one_plan
as $$
#variable_conflict use_column
begin
  return query
    select j.id, j.spinner_version, f.step, f.count
      from jobs j
      cross join lateral (
        select r.step, count(*) as count
          from slices s
          join recipients r on r.job_id = s.job_id and r.slice = s.no
         where s.job_id = j.id and (s.failed > 0 or s.unconfirmed > 0 or is_unfinished_slice(s.status))
           and r.job_id = j.id and can_be_retried(r.status, r.reason)
         group by r.step) f
     where j.spinner_id = p_spinner and j.spinner_version <> p_except and is_unfinished_job(j.status);
end $$;
