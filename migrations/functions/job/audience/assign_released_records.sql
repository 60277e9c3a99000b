-- Assigns returned records (records of cancelled jobs that were sent nothing) to jobs that have just been
-- started. The first job over new records of each spinner gets them all. A job over all records contains them
-- anyway, so none are left for a later job. The spinners must be locked; otherwise two jobs could take the
-- same records.
--
-- The job processes these records before its own range of the ledger: while some are left, its `cut_seq` is
-- below `from_seq`.
create or replace function assign_released_records(p_spinners uuid[], p_jobs uuid[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  delete from audience_parts r
   using unnest(p_jobs) as e(id)
    join jobs j on j.id = e.id
    join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.audience = 'all'
   where r.spinner_id = j.spinner_id and r.taken_by_job_id is null;
  with firsts as (
    select distinct on (e.spinner_id) e.spinner_id, e.id
      from unnest(p_spinners, p_jobs) with ordinality as e(spinner_id, id, no)
     where e.id is not null order by e.spinner_id, e.no
  ), taken as (
    update audience_parts r set taken_by_job_id = f.id
      from firsts f where r.spinner_id = f.spinner_id and r.taken_by_job_id is null
    returning r.taken_by_job_id, r.records
  )
  update jobs j set from_records = j.from_records - t.records, cut_seq = j.from_seq - 1
    from (select k.taken_by_job_id as id, sum(k.records) as records from taken k group by 1) t
   where j.id = t.id;
end $$;
