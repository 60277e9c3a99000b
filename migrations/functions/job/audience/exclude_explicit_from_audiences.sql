-- Subtracts records that triggers named earlier from the audiences of jobs over new records that have just
-- been started; lease_slice leaves these records out. Deletes the entries of named records that jobs can
-- no longer take. The spinners must be locked.
create or replace function exclude_explicit_from_audiences(p_jobs uuid[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  job record;
  passed bigint;
  may_come_back boolean;
begin
  for job in
    select j.id, j.spinner_id, j.from_seq, j.to_seq
      from jobs j
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and takes_new_records(p_audience => v.audience)
     where j.id = any(p_jobs) and j.from_seq < j.to_seq
       and exists (select from explicit_records n where n.spinner_id = j.spinner_id)
     order by j.id
  loop
    perform locate_explicit_records(p_spinner => job.spinner_id);
    -- True while a job that had taken named records may still be cancelled and return them to the spinner
    -- (exclude_explicit_from_released).
    may_come_back := exists (
      select from jobs t where t.spinner_id = job.spinner_id and not t.has_explicit_audience and t.id <> job.id
                           and (t.finished_at is null or t.releases_records));
    -- Deletes the row of a named record once the job that has the record has ended, and the job over new records that
    -- leaves it out has passed it or has ended too. Looks at the first 1,000 rows only, so that a trigger takes the same
    -- time for a million of them.
    delete from explicit_records n
     where n.spinner_id = job.spinner_id and n.record_id = any(array(
       select o.record_id from (
           select * from explicit_records f
            where f.spinner_id = job.spinner_id and f.seq <= job.from_seq order by f.seq limit 1000) o
         join jobs owner on owner.id = o.job_id and owner.finished_at is not null and not owner.releases_records
        where (o.seq > o.taken_seq or not may_come_back)
          and not exists (
            select from jobs passing
             where passing.spinner_id = job.spinner_id and not passing.has_explicit_audience and passing.finished_at is null
               and o.seq > passing.from_seq and o.seq <= passing.to_seq and o.seq > passing.cut_seq)
          and not exists (
            select from audience_parts r
             where r.spinner_id = job.spinner_id and o.seq > r.from_seq and o.seq <= r.to_seq)));
    passed := (select count(*) from explicit_records n
                where n.spinner_id = job.spinner_id and n.seq > job.from_seq and n.seq <= job.to_seq and n.seq > n.taken_seq);
    if passed > 0 then
      update jobs j set from_records = j.from_records + passed where j.id = job.id;
    end if;
  end loop;
end $$;
