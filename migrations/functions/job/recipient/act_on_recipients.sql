-- Retries recipients of a slice at their step, lets them skip it, stops them, moves them to another step, or lets them
-- wait, as a user asked for. Returns for each recipient the obstacle that prevented it (obstacles_to_action), or null.
-- Nothing is written for recipients with an obstacle.
--
--   p_next_steps   the step that follows each step of the version
--   p_step         the step to which recipients are moved
--   p_way          the branches that lead to p_step: a list of {step, branch}
--   p_until        the time until which recipients wait
--   p_evidence     who did it, and when
--   p_excluded     the records of the slice that excluded segments have
--
-- The spinner of the job must be locked. Locks the job for key share, the slice, its recipients, and then the job, in the
-- order of docs/contribute/locks.md (jobs). Works beside a runtime that has the lease of the slice: the runtime neither
-- stores outcomes of the changed recipients nor marks their messages (`changed_record_ids`). A completed job runs again
-- if it has unfinished recipients afterwards.
create or replace function act_on_recipients(
  p_job uuid, p_slice int, p_records bigint[], p_action text, p_next_steps int[], p_step int, p_way jsonb,
  p_until timestamptz, p_evidence jsonb, p_now timestamptz, p_excluded bigint[] default '{}',
  out obstructed_ids bigint[], out obstacles text[], out changed_ids bigint[], out ended_ids bigint[]
)
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  held slices;
  steps_count int := cardinality(p_next_steps);
  ending jsonb := jsonb_build_object('code', 'STOPPED_BY_USER', 'evidence', p_evidence, 'until', null);
  later_ids bigint[] := '{}';
  returning_ids bigint[] := '{}';
  moves jsonb;
  next_due timestamptz;
begin
  perform from jobs j where j.id = p_job for key share;
  select * into held from slices s where s.job_id = p_job and s.no = p_slice for no key update;
  select array_agg(o.id) filter (where o.obstacle is not null), array_agg(o.obstacle) filter (where o.obstacle is not null),
         coalesce(array_agg(o.id) filter (where o.obstacle is null), '{}')
    into obstructed_ids, obstacles, changed_ids
    from obstacles_to_action(
      p_job => p_job, p_slice => p_slice, p_records => p_records, p_action => p_action, p_step => p_step,
      p_excluded => p_excluded) o;
  if cardinality(changed_ids) = 0 then
    return;
  end if;
  ended_ids := '{}';

  if p_action = 'stop' then
    -- Stops a recipient whose message is being sent after the message (apply_exits), and keeps a failed one out of retries.
    update recipients r set pending_stop = ending
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids)
       and (r.status = 'failed' or r.record_id = any(held.sending));
    later_ids := array(select i from unnest(changed_ids) i where i = any(held.sending));
    perform note_recipient_ends(
      p_job => p_job, p_slice => p_slice, p_records => array(select i from unnest(changed_ids) i where i <> all(later_ids)),
      p_step => null, p_status => 'stopped', p_reason => 'STOPPED_BY_USER', p_at => p_now);
    update recipients r
       set status = 'stopped', reason = 'STOPPED_BY_USER', error = null, evidence = p_evidence, pending_stop = null, updated_at = p_now
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids) and r.record_id <> all(later_ids)
       and is_unfinished_recipient(r.status);
  else
    if p_action = 'skip' then
      ended_ids := array(
        select r.record_id from recipients r
         where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids)
           and p_next_steps[r.step + 1] >= steps_count and not (r.status = 'waiting' and r.reason is not distinct from 'WAIT_STEP'));
      -- A recipient that has failed or is unconfirmed has ended already; it ends again, with an event.
      update recipients r set status = 'pending'
       where r.job_id = p_job and r.slice = p_slice and r.record_id = any(ended_ids) and not is_unfinished_recipient(r.status);
      perform note_recipient_ends(
        p_job => p_job, p_slice => p_slice, p_records => ended_ids, p_step => null, p_status => 'done', p_reason => null,
        p_at => p_now);
    elsif p_action = 'move' then
      -- Finds the recipients that return to a step of their path: their later path no longer counts. All other moves are
      -- stored, because the figures of steps could not tell them from a recipient that took the steps between.
      returning_ids := array(
        select r.record_id from recipients r
         where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids) and p_step <= r.step
           and not exists (
             select from jsonb_to_recordset(p_way) as w(step int, branch int)
              where not exists (
                select from split_branches b
                 where b.job_id = p_job and b.slice = p_slice and b.step = w.step and b.branch = w.branch
                   and r.record_id = any(b.record_ids))));
      update split_branches b
         set (record_ids, record_count) = (
               select coalesce(array_agg(i order by i), '{}'), count(*) from unnest(b.record_ids) i where i <> all(returning_ids))
       where b.job_id = p_job and b.slice = p_slice and b.step >= p_step and b.record_ids && returning_ids;
      select jsonb_agg(jsonb_build_object('from', m.step, 'to', p_step, 'count', m.count)) into moves
        from (select r.step, count(*) as count from recipients r
               where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids)
                 and r.record_id <> all(returning_ids) and r.step <> p_step
               group by r.step) m;
    end if;
    if p_action in ('skip', 'move') then
      delete from step_waits w
       using recipients r
       where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids)
         and w.job_id = p_job and w.slice = p_slice and w.record_id = r.record_id and w.step >= least(r.step, coalesce(p_step, r.step));
    end if;
    update recipients r
       set status = case when r.record_id = any(ended_ids) then 'done' when p_until is null then 'pending' else 'waiting' end,
           step = case when p_action = 'move' then p_step
                       when p_action = 'skip' and r.record_id <> all(ended_ids)
                            and not (r.status = 'waiting' and r.reason is not distinct from 'WAIT_STEP') then p_next_steps[r.step + 1]
                       else r.step end,
           reason = case when r.record_id = any(ended_ids) then null when p_until is null then 'CHANGED_BY_USER' else 'HELD_BY_USER' end,
           evidence = case when r.record_id = any(ended_ids) then null else p_evidence end,
           error = null, attempts = 0, pending_stop = null, due_at = coalesce(p_until, p_now), updated_at = p_now
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(changed_ids);
  end if;

  select min(r.due_at) into next_due
    from recipients r where r.job_id = p_job and r.slice = p_slice and is_unfinished_recipient(r.status);
  -- Waits for a runtime that is just completing the job, which then runs again; otherwise the job would end with this
  -- slice unfinished.
  select * into job from jobs j where j.id = p_job for no key update;
  if job.status = 'completed' and next_due is not null then
    -- Lets the completed job run again, or wait with its spinner if that is paused.
    update jobs j
       set status = case when s.paused_at is null then 'running' else 'paused' end, finished_at = null,
           paused_at = s.paused_at, paused_by = case when s.paused_at is not null then 'spinner' end,
           paused_actor_id = s.paused_actor_id
      from stored_spinners s
     where j.id = p_job and s.id = j.spinner_id
    returning j.* into job;
    perform note_job_event(p_job => p_job, p_type => 'job.started', p_at => p_now);
  end if;
  update slices s
     set status = case when s.status = 'closed' and next_due is not null
                       then case when job.status = 'paused' then 'paused' else 'open' end else s.status end,
         due_at = case when s.status = 'closed' then coalesce(next_due, s.due_at) else least(s.due_at, coalesce(next_due, p_now)) end,
         repeats_steps = s.repeats_steps or p_action <> 'stop',
         moved_steps = case when moves is null then s.moved_steps else coalesce(s.moved_steps, '[]') || moves end,
         stopped_record_ids = s.stopped_record_ids || later_ids,
         changed_record_ids = case when s.lease_holder is null then s.changed_record_ids
           else s.changed_record_ids || array(select i from unnest(changed_ids) i where i <> all(later_ids)) end
   where s.job_id = p_job and s.no = p_slice;
  perform count_slice(p_job => p_job, p_slice => p_slice);
end $$;
