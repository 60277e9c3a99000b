-- What cancelled jobs gave back goes to the jobs that have just been started: the first of each spinner that is over
-- new records has it all. One over all records has those anyway, and nothing is left for the next. The spinners must be
-- locked, so that nothing is taken twice.
--
-- What is taken counts as if it lay before the job's range, and is cut before it: until then `cut_seq` is below
-- `from_seq`.
create or replace function take_returned(p_spinners uuid[], p_jobs uuid[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  delete from returned_audiences r
   using unnest(p_jobs) as e(id)
    join jobs j on j.id = e.id
    join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.audience = 'all'
   where r.spinner_id = j.spinner_id and r.taken_by is null;
  with firsts as (
    select distinct on (e.spinner_id) e.spinner_id, e.id
      from unnest(p_spinners, p_jobs) with ordinality as e(spinner_id, id, no)
     where e.id is not null order by e.spinner_id, e.no
  ), taken as (
    update returned_audiences r set taken_by = f.id
      from firsts f where r.spinner_id = f.spinner_id and r.taken_by is null
    returning r.taken_by, r.records
  )
  update jobs j set from_records = j.from_records - t.records, cut_seq = j.from_seq - 1
    from (select k.taken_by as id, sum(k.records) as records from taken k group by 1) t
   where j.id = t.id;
end $$;
