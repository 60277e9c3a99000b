-- Returns the job that gets the p_nth slice of an organization's turn (its share of a worker). Four kinds of
-- jobs alternate: a queued job, a job whose audience is not yet completely in slices, the job that is due for
-- longest, and the job that became due last. So a large job does not delay other jobs for long, nor do many
-- small jobs delay a large one. If there is no job of a kind, the next kind is chosen.
--
-- Each part reads no more of its index than it returns. Rows that another runtime is taking are skipped.
--
-- Called by lease_turn_slice, whose planner settings apply here too.
create or replace function next_due_job(p_organization uuid, p_nth int, p_without uuid[], p_now timestamptz) returns uuid
language plpgsql as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
  job uuid;
begin
  for kind in p_nth .. p_nth + 3 loop
    case kind % 4
      when 0 then
        select q.id into job from jobs q
         where q.organization_id = p_organization and q.status = 'queued' and q.id <> all(p_without)
         order by q.id limit 1 for no key update skip locked;
      when 1 then
        -- Chooses at random among the jobs whose audience is not yet completely in slices, so that large jobs
        -- progress alike. Several slices may be made of one job, one after the other.
        select u.id into job
          from (select j.id from jobs j
                 where j.organization_id = p_organization and j.status = 'running' and j.cut_seq < j.to_seq
                   and j.id <> all(p_without)
                 order by j.id limit 100) u
         order by random() limit 1;
      when 2 then
        select d.job_id into job
          from (select s.job_id, s.no, s.due_at from slices s
                 where s.organization_id = p_organization and s.status = 'open' and s.due_at <= p_now
                   and (s.lease_until is null or s.lease_until <= leases_at) and s.job_id <> all(p_without)
                 order by s.due_at limit 100) o
          join slices d on d.job_id = o.job_id and d.no = o.no and (d.lease_until is null or d.lease_until <= leases_at)
         where (select j.status = 'running' from jobs j where j.id = o.job_id)
         order by o.due_at, o.job_id, o.no limit 1 for update of d skip locked;
      else
        select d.job_id into job
          from (select s.job_id, s.no, s.due_at from slices s
                 where s.organization_id = p_organization and s.status = 'open' and s.due_at <= p_now
                   and (s.lease_until is null or s.lease_until <= leases_at) and s.job_id <> all(p_without)
                 order by s.due_at desc limit 100) o
          join slices d on d.job_id = o.job_id and d.no = o.no and (d.lease_until is null or d.lease_until <= leases_at)
         where (select j.status = 'running' from jobs j where j.id = o.job_id)
         order by o.due_at desc, o.job_id desc, o.no desc limit 1 for update of d skip locked;
    end case;
    exit when job is not null;
  end loop;
  return job;
end $$;
