-- Returns how many recipients stand at each step, as far as is known, for one job or for the p_most latest
-- jobs of a spinner, by version:
--
--   jobs, open, records   the number of jobs, of unfinished jobs, and of the records that the jobs are over
--   at                    recipients at a step, by state and reason; recipients that a cancelled job
--                         will not come back to are `cancelled`
--   way                   recipients that took a branch of a step
--   entered               recipients that a retry runs again, by the step at which they came in
--   retried               recipients that another job runs again, by the step at which they stood
--   left, arrived         recipients that a user moved from a step, and to a step
--
-- A slice stores its counts when a runtime releases it. Slices that a runtime holds or has not released yet are read
-- instead. At most p_looked of them are read, evenly chosen, and the counts are scaled up to all such slices
-- ("estimated"). Recipients that were cleared away before they were counted are `unknown`.
create or replace function count_steps(p_job uuid, p_spinner uuid, p_most int, p_looked int)
returns table (version int, what text, step int, way int, status text, code text, count bigint, estimated boolean)
language plpgsql stable
--! include one_plan
as $$
#variable_conflict use_column
begin
  return query
    with chosen as materialized (
      select j.id, j.spinner_version as version, j.status, j.retry_of, j.cleared_slices, j.to_records - j.from_records as records
        from jobs j where j.id = p_job
      union all
      select l.* from (
        select j.id, j.spinner_version, j.status, j.retry_of, j.cleared_slices, j.to_records - j.from_records
          from jobs j where j.spinner_id = p_spinner order by j.id desc limit p_most) l
    ), parts as materialized (
      select c.version, c.id, c.status = 'cancelled' as is_cancelled, c.retry_of is not null as is_again, c.cleared_slices,
             s.no, s.entry_steps, s.moved_steps, s.deleted, case when s.lease_holder is null then s.step_states end as step_states,
             s.step_state_counts,
             s.waiting + s.done + s.skipped + s.failed + s.unconfirmed + s.stopped_count as counted
        from chosen c
        cross join lateral (
          select s.no, s.entry_steps, s.moved_steps, s.deleted, s.lease_holder, s.step_states, s.step_state_counts, s.waiting, s.done,
                 s.skipped, s.failed,
                 s.unconfirmed, s.stopped_count
            from slices s where s.job_id = c.id offset 0) s
    ), looked as materialized (
      select p.*, row_number() over (order by p.id, p.no) - 1 as nth, count(*) over () as of_all
        from parts p where p.step_states is null and p.no > p.cleared_slices
    ), sample as materialized (
      select l.*, (l.of_all + p_looked - 1) / p_looked as stride from looked l
       where l.nth % ((l.of_all + p_looked - 1) / p_looked) = 0
    ), placed as materialized (
      select a.version, a.is_cancelled, a.is_again, split_part(a.place, ' ', 1)::int as step,
             split_part(a.place, ' ', 2) as status, nullif(split_part(a.place, ' ', 3), '') as code, a.count, a.estimated
        from (
          -- Unnests both arrays in the select list, because PostgreSQL would first store all rows of a function
          -- in "from".
          select u.version, u.is_cancelled, u.is_again, u.place, sum(u.count)::numeric as count, false as estimated
            from (select p.version, p.is_cancelled, p.is_again, unnest(p.step_states) as place,
                         unnest(p.step_state_counts) as count
                    from parts p where p.step_states is not null) u
           group by 1, 2, 3, 4
          union all
          select l.version, l.is_cancelled, l.is_again, concat_ws(' ', r.step, r.status, r.reason),
                 count(*) * l.of_all::numeric / ((l.of_all + l.stride - 1) / l.stride), l.stride > 1
            from sample l
            cross join lateral (
              select r.step, r.status, r.reason from recipients r where r.job_id = l.id and r.slice = l.no offset 0) r
           group by 1, 2, 3, 4, l.of_all, l.stride) a
    )
    select c.version, w.what, null::int, null::int, null::text, null::text, sum(w.count)::bigint, false
      from chosen c
      cross join lateral (values
        ('jobs', 1), ('open', is_unfinished_job(c.status)::int),
        ('records', c.records)) as w(what, count)
     group by 1, 2
    union all
    select p.version, 'records', null, null, null, null, -sum(p.deleted), false
      from parts p where p.deleted > 0 group by 1
    union all
    select a.version, 'at', a.step, null, a.status, a.code, round(sum(a.count))::bigint, bool_or(a.estimated)
      from (select p.version, p.step, p.count, p.estimated,
                   case when p.is_gone then 'cancelled' else p.status end as status,
                   case when p.is_gone then 'JOB_CANCELLED' else p.code end as code
              from (select p.*, p.is_cancelled and is_unfinished_recipient(p.status) and p.code is distinct from 'RECORD_RELEASED' as is_gone
                      from placed p) p
             where p.code is distinct from 'RECORD_RELEASED') a
     group by 1, 3, 5, 6
    union all
    select p.version, 'unknown', null, null, null, null, sum(p.counted), true
      from parts p where p.step_states is null and p.no <= p.cleared_slices and p.counted > 0 group by 1
    union all
    select c.version, 'way', a.step, a.branch, null, null,
           sum(a.record_count), false
      from chosen c
      cross join lateral (
        select a.step, a.branch, a.record_count from split_branches a where a.job_id = c.id offset 0) a
     group by 1, 3, 4
    union all
    select p.version, 'entered', e.step, null, null, null, sum(e.count)::bigint, false
      from parts p
      cross join lateral jsonb_to_recordset(p.entry_steps) as e(step int, count int)
     where p.entry_steps is not null
     group by 1, 3
    union all
    -- Subtracts recipients that a cancelled retry returned, because the retry no longer runs them.
    select p.version, 'entered', p.step, null, null, null, -sum(p.count)::bigint, false
      from placed p where p.is_again and p.code = 'RECORD_RELEASED'
     group by 1, 3
    union all
    select p.version, w.what, w.step, null, null, null, sum(w.count)::bigint, false
      from parts p
      cross join lateral jsonb_to_recordset(p.moved_steps) as m("from" int, "to" int, count int)
      cross join lateral (values ('left', m."from", m.count), ('arrived', m."to", m.count)) as w(what, step, count)
     where p.moved_steps is not null
     group by 1, 2, 3
    union all
    select c.version, 'retried', e.step, null, null, null, sum(e.count)::bigint, false
      from chosen c
      cross join lateral (select a.id from jobs a where a.retry_of = c.id offset 0) again
      cross join lateral (
        select s.entry_steps, s.step_states, s.step_state_counts
          from slices s where s.job_id = again.id and s.entry_steps is not null offset 0) s
      cross join lateral (
        select coalesce(e."from", e.step) as step, e.count
          from jsonb_to_recordset(s.entry_steps) as e(step int, count int, "from" int)
        union all
        select split_part(u.place, ' ', 1)::int, -u.count
          from (select unnest(s.step_states) as place, unnest(s.step_state_counts) as count) u where u.place like '% RECORD_RELEASED'
      ) e
     group by 1, 3;
end $$;
