-- Returns organizations after p_after that have work now, in the order of their ids; the sweep requests a
-- turn of a worker for each. An organization takes the same time whether it has one job or 500,000, and jobs
-- that only wait take none.
--
-- Skips test organizations, because their jobs follow a test clock and not the real time; wake_organization
-- does the same for them. Cancelled jobs of test organizations are handled here, at the time on the test clock.
-- The clocks are looked up as values, because exists() would become a join and change the order.
create or replace function due_organizations(p_after uuid, p_most int, p_now timestamptz) returns table (id uuid)
language plpgsql
--! include one_plan
as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
  oldest constant int := 1000;
  known int;
  waiting uuid[];
  cancelled record;
  stray record;
begin
  if exists (select from organization_departures) then
    perform reopen_abandoned_organizations();
  end if;
  -- Closes slices of cancelled jobs that were under a lease at the cancel and have been released since, or
  -- whose runtime has died. Their records that were sent nothing are returned to the spinner. Locks spinners
  -- before their jobs, and in the order of ids (docs/contribute/locks.md, jobs); otherwise two transactions could
  -- deadlock.
  for cancelled in
    select j.* from (select g.id, g.spinner_id, g.organization_id from jobs g where g.releases_records order by g.id limit 20) j
     order by j.spinner_id, j.id
  loop
    perform from stored_spinners s where s.id = cancelled.spinner_id for no key update;
    perform from jobs j where j.id = cancelled.id and j.releases_records for no key update skip locked;
    continue when not found;
    begin
      perform give_back_slices(p_job => cancelled.id, p_most => 100, p_now => coalesce(
        (select c.now from test_clocks c where c.organization_id = cancelled.organization_id), p_now));
    exception when others then
      -- Continues, because one job must not keep the work of all organizations from being found.
      raise warning 'the records of the cancelled job % cannot be returned: %', cancelled.id, sqlerrm;
    end;
  end loop;
  -- Gives scheduled jobs whose start time has come the state queued. Comes after the spinners above, because a
  -- pause or a cancellation locks the spinner before the job, and would wait for this transaction.
  update jobs j set status = 'queued'
    from (select d.id from jobs d
           where d.status = 'scheduled' and d.starts_at <= p_now
             and (select true from test_clocks c where c.organization_id = d.organization_id) is null
           order by d.starts_at limit 500 for no key update skip locked) begun
   where j.id = begun.id;
  -- Removes slices of paused or ended jobs from the due slices; otherwise they would stay ahead of the slices
  -- of other jobs for ever. Runtimes have released these slices after the pause or the end of their job. The
  -- status is looked up for each: if few jobs have ended, a join would begin with them and scan all jobs.
  for stray in
    select d.job_id, d.status
      from (select distinct o.job_id, (
                     select j.status from jobs j
                      where j.id = o.job_id and j.status not in ('queued', 'running') and not j.releases_records
                   ) as status
              from (select s.job_id from slices s
                     where s.status = 'open' and s.due_at <= p_now and (s.lease_until is null or s.lease_until <= leases_at)
                       and (select true from test_clocks c where c.organization_id = s.organization_id) is null
                     order by s.due_at limit oldest) o) d
     where d.status is not null order by d.job_id
  loop
    if stray.status = 'paused' then
      -- Locks the job, so that a request to resume it waits for this commit; skips the job if such a request
      -- has already locked it.
      perform from jobs j where j.id = stray.job_id and j.status = 'paused' for share skip locked;
      if found then
        perform pause_slices(p_job => stray.job_id);
      end if;
    else
      update slices s set status = 'closed'
        from (
          select d.no from slices d
           where d.job_id = stray.job_id and d.status = 'open' and d.due_at <= p_now
             and (d.lease_until is null or d.lease_until <= leases_at)
             for update skip locked) ended
       where s.job_id = stray.job_id and s.no = ended.no;
    end if;
  end loop;
  -- If more than 1,000 slices are due, as when the waits of a large job end, organizations are checked one by
  -- one.
  select count(*), array_agg(distinct d.organization_id)
    into known, waiting
    from (select s.organization_id from slices s
           where s.status = 'open' and s.due_at <= p_now
             and (select true from test_clocks c where c.organization_id = s.organization_id) is null
             and (s.lease_until is null or s.lease_until <= leases_at)
           order by s.due_at limit oldest) d;
  return query
    with recursive queued as (
      (select q.organization_id from jobs q where q.status = 'queued' and q.organization_id > p_after
        order by q.organization_id limit 1)
      union all
      select (select q.organization_id from jobs q where q.status = 'queued' and q.organization_id > f.organization_id
               order by q.organization_id limit 1)
        from queued f where f.organization_id is not null
    ), uncut as (
      (select u.organization_id from jobs u
        where u.status = 'running' and u.cut_seq < u.to_seq and u.organization_id > p_after
        order by u.organization_id limit 1)
      union all
      select (select u.organization_id from jobs u
               where u.status = 'running' and u.cut_seq < u.to_seq and u.organization_id > f.organization_id
               order by u.organization_id limit 1)
        from uncut f where f.organization_id is not null
    ), open as (
      (select s.organization_id from slices s where known = oldest and s.status = 'open' and s.organization_id > p_after
        order by s.organization_id limit 1)
      union all
      select (select s.organization_id from slices s where s.status = 'open' and s.organization_id > f.organization_id
               order by s.organization_id limit 1)
        from open f where f.organization_id is not null
    )
    -- Each part of the union reads organization ids in order until it has found p_most. The planner would turn
    -- an exists() into a join, in another order.
    select due.id
      from (
        (select q.organization_id as id from queued q
          where q.organization_id is not null
            and (select true from test_clocks c where c.organization_id = q.organization_id) is null
          limit p_most)
        union
        (select u.organization_id from uncut u
          where (
            select true from jobs j
             where j.organization_id = u.organization_id and j.status = 'running' and j.cut_seq < j.to_seq and not exists (
               select from slices s where s.job_id = j.id and s.status = 'open' and s.lease_until > leases_at)
             limit 1)
            and (select true from test_clocks c where c.organization_id = u.organization_id) is null
          limit p_most)
        union
        select w.id from unnest(waiting) as w(id) where known < oldest and w.id > p_after
        union
        (select o.organization_id from open o
          where (
            select true from slices d
             where d.organization_id = o.organization_id and d.status = 'open' and d.due_at <= p_now
               and (d.lease_until is null or d.lease_until <= leases_at)
             limit 1)
            and (select true from test_clocks c where c.organization_id = o.organization_id) is null
          limit p_most)
      ) due
     order by due.id limit p_most;
end $$;
