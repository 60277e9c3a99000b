-- Counts the messages that were sent or captured in a period, and the reactions that arrived in it, as the table
-- `spinner_results` has them; for one organization, or for all real organizations if p_organization is null. Test
-- organizations live by their own clocks, so `fold_results` cannot count them by time.
--
-- A recipient counts as reached once, at their first message. A recipient counts once for each kind of reaction, and
-- for bounces once for each message. A reply within the days of the goal of the version reaches the goal. A goal that is a
-- condition on the record counts with the last message before it was reached (goal_outcomes). The holdout of a goal
-- counts under the variant 'holdout', on the day on which it would have got the first message. A message that
-- bounced at once counts as sent, too. An unsubscription counts for the last message to the address. Messages that failed
-- or are unconfirmed do not count.
create or replace function message_results(
  p_organization uuid, p_since timestamptz, p_until timestamptz, p_by_source boolean
)
returns setof spinner_results
language plpgsql stable
as $$
declare
  -- Conditions that select the rows of one organization by its indexes, or the rows of all by time. Both forms are
  -- planned with the values of a call, because one plan could not use both kinds of indexes.
  of_whom text := case when p_organization is null
    then '(select true from test_clocks c where c.organization_id = x.organization_id) is null
          and (select true from moved_results v where v.organization_id = x.organization_id and v.counted_until > %s) is null'
    else 'x.organization_id = $1' end;
  by_id text := 'x.id >= first_id_at(p_at => $2) and x.id < first_id_at(p_at => $3) and '
    || replace(of_whom, '%s', 'time_of_id(p_id => x.id)');
  by_time text := 'x.at >= $2 and x.at < $3 and ' || replace(of_whom, '%s', 'x.at');
begin
  return query execute format($query$
    with reactions as materialized (
      select x.organization_id, x.job_id, x.record_id, x.step, x.at,
             case x.kind when 'reply' then 'replied' when 'autoReply' then 'automatic' when 'complaint' then 'complained'
               else 'bounced' end as kind
        from inbound_facts x
       where %2$s and x.job_id is not null and x.outcome not in ('nobody', 'unverified')
         and x.kind in ('reply', 'autoReply', 'hardBounce', 'softBounce', 'refusal', 'complaint')
         and not exists (
           select from inbound_facts e
            where e.job_id = x.job_id and e.record_id = x.record_id and e.outcome not in ('nobody', 'unverified')
              and (e.at, e.key) < (x.at, x.key)
              and (e.kind = x.kind and x.kind in ('reply', 'autoReply', 'complaint')
                   or e.step = x.step and e.kind in ('hardBounce', 'softBounce', 'refusal')
                      and x.kind in ('hardBounce', 'softBounce', 'refusal')))
      union all
      select x.organization_id, l.job_id, l.record_id, l.step, x.at, 'unsubscribed'
        from suppression_events x
        cross join lateral (
          select coalesce(c.retry_job_id, c.root_job_id) as job_id, c.record_id, c.step
            from sent_emails c
           where c.organization_id = x.organization_id and c.address = x.email and c.at <= x.at
           order by c.at desc limit 1) l
       where %2$s and x.kind = 'unsubscribed'
      union all
      select x.organization_id, x.job_id, x.record_id, x.step, x.at, 'reachedGoal'
        from (select o.organization_id, coalesce(o.reached_job_id, o.job_id) as job_id, o.record_id,
                     coalesce(o.reached_step, 0) as step, o.reached_at as at
                from goal_outcomes o where not o.is_held_out and o.reached_at is not null) x
       where %2$s
    ), counted as (
      select x.id, x.job_id, x.slice, x.record_id, x.step, x.sender_id, x.created_at as at, 'sent' as kind,
             null::timestamptz as reacted_at
        from message_log x where %1$s and x.status not in ('failed', 'unconfirmed')
      union all
      -- A server that refuses an address at once gives the message no id; no bounce arrives later.
      select null, x.job_id, x.slice, x.record_id, x.step, x.sender_id, x.created_at, 'bounced', null
        from message_log x where %1$s and x.status = 'bounced' and x.message_id is null and x.provider_id is null
      union all
      select x.id, x.job_id, null, x.record_id, x.step, null, x.created_at, 'captured', null
        from captured_messages x where %1$s
      union all
      select null, r.job_id, m.slice, r.record_id, r.step, m.sender_id, coalesce(m.created_at, c.created_at, r.at), r.kind,
             r.at
        from reactions r
        left join lateral (
          select l.slice, l.sender_id, l.created_at from message_log l
           where l.job_id = r.job_id and l.record_id = r.record_id and l.step = r.step) m on true
        left join lateral (
          select l.created_at from captured_messages l
           where m.created_at is null and l.job_id = r.job_id and l.record_id = r.record_id and l.step = r.step
           order by l.id desc limit 1) c on true
    ), sources as materialized (
      select f.* from (
        select array_agg(u.job_id) as jobs, array_agg(u.slice) as slices, array_agg(u.block) as blocks
          from (select distinct e.job_id, e.slice, e.record_id - e.record_id %% 512 as block from counted e where $4) u) l
        cross join lateral sources_of_blocks(p_jobs => l.jobs, p_slices => l.slices, p_blocks => l.blocks) f
    )
    select j.spinner_id, (e.at at time zone o.time_zone)::date, j.spinner_version, e.step, b.variant,
           coalesce(e.sender_id, '00000000-0000-0000-0000-000000000000'), coalesce(f.source, ''),
           -- Looks for an earlier message in the job, and in the jobs whose failed recipients the job retries.
           count(*) filter (where e.kind = 'sent' and not exists (
             select from message_log l
              where l.job_id = any(w.job_ids) and l.record_id = e.record_id and l.step > b.step and l.step <> e.step
                and l.id < e.id and l.status not in ('failed', 'unconfirmed')))::int,
           count(*) filter (where e.kind = 'sent')::int, count(*) filter (where e.kind = 'captured')::int,
           count(*) filter (where e.kind = 'replied')::int, count(*) filter (where e.kind = 'automatic')::int,
           count(*) filter (where e.kind = 'bounced')::int, count(*) filter (where e.kind = 'unsubscribed')::int,
           count(*) filter (where e.kind = 'complained')::int,
           -- Compares a reply with the first message of the recipient, also if another job has sent it.
           count(*) filter (where e.kind = 'reachedGoal' or v.goal ? 'event' and e.kind = 'replied' and e.reacted_at < coalesce((
             select least(
               (select min(l.created_at) from message_log l
                 where l.job_id = any(w.job_ids) and l.record_id = e.record_id and l.status not in ('failed', 'unconfirmed')),
               (select min(o.created_at) from captured_messages o
                 where o.job_id = any(w.job_ids) and o.record_id = e.record_id))
             ), e.at) + make_interval(days => (v.goal ->> 'withinDays')::int))::int
      from counted e
      join jobs j on j.id = e.job_id
      join stored_spinners s on s.id = j.spinner_id
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      join organizations o on o.id = j.organization_id
      left join sources f on f.table_id = j.data_table_id and f.block = e.record_id - e.record_id %% 512
      cross join lateral (
        select case when j.retry_of is null then array[j.id] else array(
          with recursive retried as (
            select j.id, j.retry_of
            union all
            select f.id, f.retry_of from retried r join jobs f on f.id = r.retry_of)
          select r.id from retried r) end as job_ids) w
      cross join lateral (
        select '' as variant, -1 as step
        union all
        select p.step || ':' || p.branch, p.step from split_branches p
         where not v.is_plain and p.job_id = any(w.job_ids) and p.slice = e.slice and p.step < e.step
           and e.record_id = any(p.record_ids)) b
     group by 1, 2, 3, 4, 5, 6, 7
    union all
    select s.id, (h.first_at at time zone o.time_zone)::date, h.version, 0, 'holdout',
           '00000000-0000-0000-0000-000000000000'::uuid, '', count(*) filter (where h.kind = 'heldOut')::int,
           0, 0, 0, 0, 0, 0, 0, count(*) filter (where h.kind = 'reachedGoal')::int
      from (
        select x.organization_id, x.spinner_id, x.version, x.at as first_at, 'heldOut' as kind
          from (select g.*, g.first_at as at from goal_outcomes g where g.is_held_out) x where %2$s
        union all
        select x.organization_id, x.spinner_id, x.version, x.first_at, 'reachedGoal'
          from (select g.*, g.reached_at as at from goal_outcomes g where g.is_held_out and g.reached_at is not null) x
         where %2$s) h
      join stored_spinners s on s.id = h.spinner_id
      join organizations o on o.id = h.organization_id
     group by 1, 2, 3
  $query$, by_id, by_time) using p_organization, p_since, p_until, p_by_source;
end $$;
