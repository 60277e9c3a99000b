-- Stores which branch of a branch or split step recipients took, and deletes the waits (`step_waits`) of
-- recipients that have passed the step at which they waited.
create or replace function store_branches(
  p_job uuid, p_slice int, past_records bigint[], past_steps int[],
  arm_records bigint[], arm_steps int[], arm_arms int[]
) returns void
language plpgsql
--! include one_plan
as $$
begin
  delete from step_waits w
   using unnest(past_records, past_steps) as p(id, step)
   where w.job_id = p_job and w.slice = p_slice and w.record_id = p.id and w.step = p.step;
  insert into split_arms (job_id, slice, step, arm, record_ids, taken)
  select p_job, p_slice, a.step, a.arm, array_agg(a.id order by a.id), count(distinct a.id)
    from unnest(arm_records, arm_steps, arm_arms) as a(id, step, arm)
   group by a.step, a.arm
  -- The branch of a split step may be stored already, if a runtime died before it stored the outcome of these
  -- recipients; they get the same branch again.
  on conflict (job_id, slice, step, arm) do update
     set (record_ids, taken) = (
       select array_agg(d.id order by d.id), count(*)
         from (select distinct m.id from unnest(split_arms.record_ids || excluded.record_ids) as m(id)) d);
end $$;
