-- What a cancelled job over named records has in no slice yet goes back, as far as no other job had taken it: the rest was
-- never new. Answers how many. The job must be locked.
create or replace function give_back_named(p_job uuid) returns bigint
language plpgsql
--! include one_plan
as $$
declare
  of_job record;
  back bigint;
begin
  select j.spinner_id, v.audience = 'new' as gives_back into of_job
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job;
  if of_job.gives_back then
    perform place_named(p_spinner => of_job.spinner_id);
    -- One that only was named beside the job that had it is nobody's any more.
    delete from named_records n
     where n.spinner_id = of_job.spinner_id and n.job_id = p_job and n.seq <= n.after_seq
       and n.record_id in (select unnest(x.record_ids) from returned_audiences x where x.taken_by = p_job);
    update returned_audiences r set taken_by = null, record_ids = k.ids, records = cardinality(k.ids)
      from (
        select x.job_id, x.slice, array(
                 select i from unnest(x.record_ids) i
                   join named_records n
                     on n.spinner_id = of_job.spinner_id and n.record_id = i and n.job_id = p_job and n.seq > n.after_seq) as ids
          from returned_audiences x where x.taken_by = p_job) k
     where r.job_id = k.job_id and r.slice = k.slice;
  end if;
  delete from returned_audiences r where r.job_id = p_job and (r.taken_by = p_job or r.records = 0);
  select coalesce(sum(r.records), 0) into back from returned_audiences r where r.job_id = p_job;
  return back;
end $$;
