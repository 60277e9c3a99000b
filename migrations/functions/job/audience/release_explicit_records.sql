-- Releases the records that the trigger of a cancelled job had named and to which nothing was sent. Returns the
-- records that the next job over new records may take. A record that another trigger named too now belongs to
-- the job of that trigger. A record that an earlier job had taken is not returned, because it was never new.
-- The spinner must be locked.
create or replace function release_explicit_records(p_spinner uuid, p_job uuid, p_records bigint[]) returns bigint[]
language plpgsql
--! include one_plan
as $$
begin
  perform locate_explicit_records(p_spinner => p_spinner);
  delete from explicit_record_other_jobs a where a.spinner_id = p_spinner and a.record_id = any(p_records) and a.job_id = p_job;
  with heirs as (
    select distinct on (a.record_id) a.record_id, a.job_id
      from explicit_record_other_jobs a
      join explicit_records n on n.spinner_id = a.spinner_id and n.record_id = a.record_id and n.job_id = p_job
     where a.spinner_id = p_spinner and a.record_id = any(p_records) order by a.record_id, a.job_id
  ), handed as (
    update explicit_records n set job_id = h.job_id
      from heirs h where n.spinner_id = p_spinner and n.record_id = h.record_id
    returning n.record_id, n.job_id
  )
  delete from explicit_record_other_jobs a using handed h
   where a.spinner_id = p_spinner and a.record_id = h.record_id and a.job_id = h.job_id;
  delete from explicit_records n
   where n.spinner_id = p_spinner and n.record_id = any(p_records) and n.job_id = p_job and n.seq <= n.taken_seq;
  return array(
    select n.record_id from explicit_records n
     where n.spinner_id = p_spinner and n.record_id = any(p_records) and n.job_id = p_job order by 1);
end $$;
