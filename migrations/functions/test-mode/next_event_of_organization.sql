-- Returns the next event of an organization, not before p_now: its time, its kind, and the spinner and the reason of a
-- recipient, if the event has them. Returns no row if nothing is due. Used only for the clocks of test organizations.
-- A slice that a runtime holds under a lease counts as due, so that the clock waits for it. A spinner that starts on
-- records is due if records have arrived for it; its checks that find no records are skipped. A spinner that starts on entries into a segment is due when a time makes
-- a record enter or leave, and a goal when a time makes its condition true or false. The time is rounded up
-- to milliseconds, because the test clock has no finer times: rounded down, nothing would be due at it.
create or replace function next_event_of_organization(p_organization uuid, p_now timestamptz)
returns table (at timestamptz, kind text, spinner_id uuid, reason text)
language sql stable as $$
  with first as (
    select d.* from (
      (select p_now as at, 'job' as kind, q.spinner_id, q.id as job_id, null::int as slice from jobs q
        where q.organization_id = p_organization and q.status = 'queued' limit 1)
      union all
      (select p_now, 'job', u.spinner_id, u.id, null from jobs u
        where u.organization_id = p_organization and u.status = 'running' and u.cut_seq < u.to_seq limit 1)
      union all
      (select p_now, 'job', g.spinner_id, g.id, null from jobs g
        where g.organization_id = p_organization and g.releases_records limit 1)
      union all
      (select s.starts_at, 'job', s.spinner_id, s.id, null from jobs s
        where s.organization_id = p_organization and s.status = 'scheduled' order by s.starts_at limit 1)
      union all
      (select s.due_at, 'recipient', null, s.job_id, s.no from slices s
        where s.organization_id = p_organization and s.status = 'open'
          and (select j.status = 'running' from jobs j where j.id = s.job_id)
        order by s.due_at limit 1)
      union all
      (select a.due_at, 'reaction', null, a.job_id, null from test_answers a
        where a.organization_id = p_organization and a.played_at is null order by a.due_at limit 1)
      union all
      (select p_now, 'recipient', j.spinner_id, j.id, w.slice from step_waits w join jobs j on j.id = w.job_id
        where j.organization_id = p_organization and w.changed limit 1)
      union all
      (select b.check_at, 'start', s.id, null, null
         from spinners s
         join spinner_starts b on b.spinner_id = s.id
         cross join lateral end_of_ledger(p_table => s.data_table_id) t
        where s.organization_id = p_organization and b.check_at is not null
          and (b.starts ->> 'on' <> 'records' or t.last_seq > s.taken_seq or exists (
                select from audience_parts r where r.spinner_id = b.spinner_id and r.taken_by_job_id is null and r.records > 0))
        order by b.check_at limit 1)
      union all
      (select p_now, 'start', null, null, null
         from list_entry_tables(p_now => p_now, p_organization => p_organization) limit 1)
      union all
      (select n.due_at, 'start', s.id, null, null
         from spinners s
         join segment_watches w on w.spinner_id = s.id and w.segment_id is not null
         cross join lateral (
           select m.due_at from segment_members m where m.spinner_id = w.spinner_id and m.due_at is not null
            order by m.due_at limit 1) n
        where s.organization_id = p_organization order by n.due_at limit 1)
      union all
      (select n.due_at, 'start', null, null, null
         from goal_watches g
         cross join lateral (
           select o.due_at from goal_outcomes o
            where o.spinner_id = g.spinner_id and o.version = g.version and o.due_at is not null
            order by o.due_at limit 1) n
        where g.organization_id = p_organization order by n.due_at limit 1)
    ) d order by d.at limit 1)
  select greatest(p_now, date_trunc('milliseconds', f.at + interval '999 microseconds')), f.kind,
         coalesce(f.spinner_id, (select j.spinner_id from jobs j where j.id = f.job_id)),
         (select r.reason from recipients r
           where r.job_id = f.job_id and r.slice = f.slice and is_unfinished_recipient(r.status) order by r.due_at limit 1)
    from first f
$$;
