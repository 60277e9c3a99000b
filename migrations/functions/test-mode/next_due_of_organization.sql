-- Returns the time at which an organization has due work next, not before p_now; null for never. Used only to
-- advance the clocks of test organizations. A slice that a runtime holds under a lease counts as due, so that
-- the clock waits for it. A spinner that starts on records is due if records have arrived for it; its checks
-- that find no records are skipped. The time is rounded up to milliseconds, because the test clock has no
-- finer times: rounded down, nothing would be due at it.
create or replace function next_due_of_organization(p_organization uuid, p_now timestamptz) returns timestamptz
language sql stable as $$
  select case when count(d.at) > 0 then greatest(
           p_now, date_trunc('milliseconds', min(d.at) + interval '999 microseconds')) end
    from (
      (select p_now as at from jobs q where q.organization_id = p_organization and q.status = 'queued' limit 1)
      union all
      (select p_now from jobs u
        where u.organization_id = p_organization and u.status = 'running' and u.cut_seq < u.to_seq limit 1)
      union all
      (select p_now from jobs g where g.organization_id = p_organization and g.returns_records limit 1)
      union all
      (select s.starts_at from jobs s
        where s.organization_id = p_organization and s.status = 'scheduled' order by s.starts_at limit 1)
      union all
      (select s.due_at from slices s
        where s.organization_id = p_organization and s.status = 'open'
          and (select j.status = 'running' from jobs j where j.id = s.job_id)
        order by s.due_at limit 1)
      union all
      (select a.due_at from test_answers a where a.organization_id = p_organization and a.played_at is null order by a.due_at limit 1)
      union all
      (select p_now from step_waits w join jobs j on j.id = w.job_id
        where j.organization_id = p_organization and w.changed limit 1)
      union all
      select min(b.check_at)
        from spinners s
        join spinner_starts b on b.spinner_id = s.id
        cross join lateral end_of_ledger(p_table => s.data_table_id) t
       where s.organization_id = p_organization and b.check_at is not null
         and (b.starts ->> 'on' <> 'records' or t.last_seq > s.taken_seq or exists (
               select from returned_audiences r where r.spinner_id = b.spinner_id and r.taken_by_job_id is null and r.records > 0))
    ) d
$$;
