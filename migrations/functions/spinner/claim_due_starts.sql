-- Returns up to p_most automatic starts that are due, longest due first. Other processes do not get them
-- before p_again; after that the process that took them counts as dead. Covers p_organization, or, if it is
-- null, all organizations that are not in test mode.
--
-- A spinner that starts on records and has no new ones only gets the time of its next check. Up to 1,000
-- spinners are checked, so that many spinners without new records do not delay others.
create or replace function claim_due_starts(p_now timestamptz, p_most int, p_again timestamptz, p_organization uuid)
returns table (spinner_id uuid, organization_id uuid, starts jsonb, due_at timestamptz)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
begin
  return query
    with of_all as materialized (
      select d.spinner_id, d.check_at from spinner_starts d
       where p_organization is null and d.check_at <= p_now and not is_leaving(p_organization => d.organization_id)
         and not exists (select from test_clocks c where c.organization_id = d.organization_id)
       order by d.check_at limit 1000 for no key update skip locked
    ), of_one as materialized (
      select d.spinner_id, d.check_at from spinner_starts d
       where p_organization is not null and d.check_at <= p_now and not is_leaving(p_organization => p_organization)
         and d.spinner_id in (select s.id from spinners s where s.organization_id = p_organization)
       order by d.check_at limit 1000 for no key update skip locked
    ), due as materialized (
      select * from of_all union all select * from of_one
    ), looked as materialized (
      select d.spinner_id, d.check_at, f.starts ->> 'on' = 'records' and t.last_seq <= s.taken_seq and not exists (
               select from audience_parts r where r.spinner_id = d.spinner_id and r.taken_by_job_id is null and r.records > 0) as is_idle
        from due d
        join spinner_starts f on f.spinner_id = d.spinner_id
        join spinners s on s.id = d.spinner_id
        cross join lateral end_of_ledger(p_table => s.data_table_id) t
    ), ordered as materialized (
      select l.*, count(*) filter (where not l.is_idle) over (order by l.check_at, l.spinner_id) as nth from looked l
    ), claimed as (
      update spinner_starts c
         set check_at = case when l.is_idle then n.at else p_again end,
             due_at = case when l.is_idle then n.at else c.due_at end,
             stopped = case when not l.is_idle then c.stopped end,
             stopped_at = case when not l.is_idle then c.stopped_at end
        from ordered l
        join spinner_starts b on b.spinner_id = l.spinner_id
        cross join lateral (
          select p_now + make_interval(secs => (b.starts ->> 'withinSeconds')::float8) as at) n
       where c.spinner_id = l.spinner_id and (l.is_idle or l.nth <= p_most)
      returning c.spinner_id, c.organization_id, c.starts, c.due_at, l.is_idle
    )
    select c.spinner_id, c.organization_id, c.starts, c.due_at from claimed c where not c.is_idle order by c.due_at;
end $$;
