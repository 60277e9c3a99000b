-- Counts when the recipients of a job reached a final state (`updated_at`), in p_parts equal parts of the
-- job's duration. Storing these counts by slice or by minute would be work for every slice of every job, for
-- a chart that is rarely opened.
--
-- Reads at most p_slices slices, evenly chosen, each a range of the primary key: a job of 1,000,000
-- recipients costs as much as one of 50,000. Returns nothing for a job that is being cleared away.
create or replace function settled_over_time(p_job uuid, p_parts int, p_slices int, p_now timestamptz)
returns table (part int, status text, count bigint, ends_at timestamptz, whole boolean)
language plpgsql stable
--! include one_plan
as $$
declare
  job jobs;
  last int;
  stride int;
  seconds float8;
begin
  select * into job from jobs j where j.id = p_job and j.started_at is not null and j.cleared_slices = 0;
  select s.no into last from slices s where s.job_id = job.id order by s.no desc limit 1;
  if last is null then
    return;
  end if;
  stride := (last + p_slices - 1) / p_slices;
  job.finished_at := coalesce(job.finished_at, p_now);
  seconds := greatest(extract(epoch from job.finished_at - job.started_at), 0.000001);
  -- Messages that were being sent when a job was cancelled get their outcome after the job's end; they count in
  -- the last part of its duration.
  return query
    select greatest(0, least(p_parts - 1, floor(extract(epoch from r.updated_at - job.started_at) / seconds * p_parts)::int)),
           r.status, count(*), job.finished_at, stride = 1
      from generate_series(stride, last, stride) n
      cross join lateral (
        select k.status, k.updated_at from recipients k
         where k.job_id = job.id and k.slice = n and not is_unfinished_recipient(k.status)
        offset 0) r
     group by 1, 2;
end $$;
