-- When the recipients of a job came to their end: `updated_at` of those in a final state. Written down once more, by
-- slice or by minute, it would be work for every slice of every job, for a chart that is looked at now and then.
--
-- Reads p_slices slices at most, evenly chosen, each a range of the primary key: a job of a million recipients costs
-- what one of fifty thousand does. Nothing of a job that is being cleared away.
create or replace function settled_over_time(p_job uuid, p_parts int, p_slices int, p_now timestamptz)
returns table (part int, state text, count bigint, ends_at timestamptz, whole boolean)
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
  -- What was on its way when a job was cancelled comes to its end after it.
  return query
    select greatest(0, least(p_parts - 1, floor(extract(epoch from r.updated_at - job.started_at) / seconds * p_parts)::int)),
           r.state, count(*), job.finished_at, stride = 1
      from generate_series(stride, last, stride) n
      cross join lateral (
        select k.state, k.updated_at from recipients k
         where k.job_id = job.id and k.slice = n and not is_unfinished_recipient(k.state)
        offset 0) r
     group by 1, 2;
end $$;
