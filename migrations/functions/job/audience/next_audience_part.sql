-- Removes up to 500 records from the returned records that were assigned to a job, and returns them for a new
-- slice; null if none are left. Cancelled jobs returned them slice by slice. The job must be locked.
create or replace function next_audience_part(p_job uuid) returns bigint[]
language plpgsql
--! include one_plan
as $$
declare
  ids bigint[];
begin
  with counted as (
    select b.job_id, b.slice, sum(b.records) over (order by b.job_id, b.slice) as running
      from (select r.job_id, r.slice, r.records from audience_parts r
             where r.taken_by_job_id = p_job and r.record_ids is not null
             order by r.job_id, r.slice limit 500) b
  ), next as (
    delete from audience_parts r
     using counted c where r.job_id = c.job_id and r.slice = c.slice and c.running <= 500
    returning r.record_ids
  )
  select array_agg(i) into ids from next n cross join lateral unnest(n.record_ids) as i;
  return ids;
end $$;
