-- Jobs that have something to do now: queued, not yet cut to the end, or with a slice that is due and not leased. Each
-- part reads no more of its index than it answers, so five million jobs that wait cost nothing.
create or replace function due_jobs(p_most int) returns table (id uuid)
language plpgsql
--! include one_plan
as $$
declare
  at timestamptz := clock_timestamp();
begin
  -- Slices that a cancelled job left open would stand before those of others for ever.
  update slices s set state = 'closed'
    from (
      select d.job_id, d.no
        from slices d join jobs j on j.id = d.job_id and j.status not in ('queued', 'running')
       where d.state = 'open' and d.due_at <= at and (d.lease_until is null or d.lease_until <= at)
       order by d.due_at limit 1000 for update of d skip locked) ended
   where s.job_id = ended.job_id and s.no = ended.no;

  return query
    select found.id
      from (
        (select q.id from jobs q where q.status = 'queued' order by q.id limit p_most)
        union
        (select u.id from jobs u
          where u.status = 'running' and u.cut_seq < u.to_seq and not exists (
            select from slices s where s.job_id = u.id and s.state = 'open' and s.lease_until > at)
          order by u.id limit p_most)
        union
        (select d.job_id
           from slices d join jobs j on j.id = d.job_id and j.status = 'running'
          where d.state = 'open' and d.due_at <= at and (d.lease_until is null or d.lease_until <= at)
          order by d.due_at limit p_most)
      ) found
     limit p_most;
end $$;
