-- Stores which branch of a branch or split step recipients took, and deletes the waits (`step_waits`) of
-- recipients that have passed the step at which they waited. Leaves out recipients that a user changed since the slice
-- was leased, because their outcomes are not stored either.
create or replace function store_branches(
  p_job uuid, p_slice int, past_records bigint[], past_steps int[],
  branch_records bigint[], branch_steps int[], branch_numbers int[]
) returns void
language plpgsql
--! include one_plan
as $$
declare
  changed_ids bigint[] := (select s.changed_record_ids from slices s where s.job_id = p_job and s.no = p_slice);
begin
  delete from step_waits w
   using unnest(past_records, past_steps) as p(id, step)
   where w.job_id = p_job and w.slice = p_slice and w.record_id = p.id and w.step = p.step
     and p.id <> all(changed_ids);
  insert into split_branches (job_id, slice, step, branch, record_ids, record_count)
  select p_job, p_slice, a.step, a.branch, array_agg(a.id order by a.id), count(distinct a.id)
    from unnest(branch_records, branch_steps, branch_numbers) as a(id, step, branch)
   where a.id <> all(changed_ids)
   group by a.step, a.branch
  -- Adds the records to a branch that has some already. A runtime may have died after it stored the branch of
  -- these recipients and before their outcome; they get the same branch again.
  on conflict (job_id, slice, step, branch) do update
     set (record_ids, record_count) = (
       select array_agg(d.id order by d.id), count(*)
         from (select distinct m.id from unnest(split_branches.record_ids || excluded.record_ids) as m(id)) d);
end $$;
