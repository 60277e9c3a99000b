-- Returns the named records of a cancelled job to the spinner, as far as they are in no slice yet. Records
-- that another job had taken before are left out, because they were not new to this job. The result is the
-- number of returned records. The job must be locked.
create or replace function release_explicit_audience(p_job uuid) returns bigint
language plpgsql
--! include joins_of_many_rows
as $$
declare
  of_job record;
  back bigint;
  ids bigint[];
begin
  -- Moves the records that are stored with the job to the others of its audience. cancel_job removes them from the job.
  insert into audience_parts (job_id, slice, spinner_id, record_ids, records, taken_by_job_id)
  select j.id, least((select min(r.slice) from audience_parts r where r.job_id = j.id), 0) - 1, j.spinner_id,
         j.first_explicit_ids, cardinality(j.first_explicit_ids), j.id
    from jobs j where j.id = p_job and j.first_explicit_ids is not null;
  select j.spinner_id, takes_new_records(p_audience => v.audience) as releases_records into of_job
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job;
  if of_job.releases_records then
    ids := release_explicit_records(p_spinner => of_job.spinner_id, p_job => p_job, p_records => array(
      select unnest(x.record_ids) from audience_parts x where x.taken_by_job_id = p_job));
    update audience_parts r set taken_by_job_id = null, record_ids = k.ids, records = cardinality(k.ids)
      from (
        select x.job_id, x.slice, array(
                 select i.id from unnest(x.record_ids) with ordinality i(id, no)
                   join unnest(ids) o(id) on o.id = i.id order by i.no) as ids
          from audience_parts x where x.taken_by_job_id = p_job) k
     where r.job_id = k.job_id and r.slice = k.slice;
  end if;
  delete from audience_parts r where r.job_id = p_job and (r.taken_by_job_id = p_job or r.records = 0);
  select coalesce(sum(r.records), 0) into back from audience_parts r where r.job_id = p_job;
  return back;
end $$;
