-- Stores whether records meet the condition of the goal of a version, and when this changes by itself. The lists have one
-- item for each record; an item of `p_met` is null if the record does not exist. A record that begins to meet the
-- condition reaches the goal, unless p_is_rebase is true: then the condition has changed, not the record. If
-- several recipients have the record, the recipient with the latest first message reaches it. The watch of the version must be locked.
create or replace function store_goal_states(
  p_now timestamptz, p_spinner uuid, p_version int, p_is_rebase boolean, p_records bigint[], p_met boolean[],
  p_due timestamptz[]
) returns void
language plpgsql
--! include one_plan
as $$
declare
  reached bigint[];
begin
  with looked as (
    select o.job_id, o.record_id, o.is_met as was_met, s.is_met, s.due_at, o.ends_at, o.reached_at, o.first_at
      from unnest(p_records, p_met, p_due) s(record_id, is_met, due_at)
      cross join lateral (
        select x.* from goal_outcomes x
         where x.spinner_id = p_spinner and x.record_id = s.record_id and x.version = p_version
           and (x.due_at is not null or x.reached_at is null and x.ends_at > p_now)) o
  ), updated as (
    update goal_outcomes o
       set is_met = coalesce(l.is_met, o.is_met),
           due_at = case when l.reached_at is null and l.due_at < l.ends_at then l.due_at end,
           reached_at = case
             when l.is_met and not l.was_met and not p_is_rebase and l.reached_at is null and l.ends_at > p_now
                  and not exists (
                    select from goal_outcomes later
                     where later.spinner_id = p_spinner and later.record_id = l.record_id
                       and (later.first_at, later.job_id) > (l.first_at, l.job_id))
             then p_now else o.reached_at end
      from looked l
     where o.job_id = l.job_id and o.record_id = l.record_id
    returning o.record_id, o.reached_at = p_now and not o.is_held_out as is_reached
  )
  select array_agg(u.record_id) into reached from updated u where u.is_reached;
  -- Notes the last message of those who have reached the goal just now, because messages are deleted before results.
  update goal_outcomes o
     set (reached_job_id, reached_step) = (
       select m.job_id, m.step
         from (
           with recursive retries as (
             select o.job_id as id
             union all
             select again.id from retries r join jobs again on again.retry_of = r.id)
           select r.id from retries r) j
         cross join lateral (
           select l.job_id, l.step, l.created_at from message_log l
            where l.job_id = j.id and l.record_id = o.record_id and l.status not in ('failed', 'unconfirmed')
           union all
           select c.job_id, c.step, c.created_at from captured_messages c
            where c.job_id = j.id and c.record_id = o.record_id) m
        order by m.created_at desc, m.step desc limit 1),
         due_at = null
   where o.spinner_id = p_spinner and o.record_id = any(reached) and o.version = p_version and o.reached_at = p_now
     and o.reached_job_id is null;
end $$;
