-- Gives p_holder the lease of the p_nth slice in an organization's turn (its share of a worker). Returns the
-- rows of lease_slice with the id of the job, and whether the organization has more work in any of its jobs.
create or replace function lease_turn_slice(
  p_organization uuid, p_nth int, p_without uuid[], p_holder uuid, p_seconds float8, p_connection uuid,
  p_now timestamptz
) returns table (slice jsonb, record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
language plpgsql
--! include one_plan
as $$
declare
  passed uuid[] := p_without;
  job uuid;
  fault text;
begin
  if is_leaving(p_organization => p_organization) then
    return;
  end if;
  -- Tries several jobs until one has a slice. A job without an audience is completed here and has none; another
  -- runtime may just have taken a job's last slice. Stops at 60 jobs, because PostgreSQL keeps 64
  -- subtransactions in memory.
  for tries in 1 .. 60 loop
    begin
      job := next_due_job(p_organization => p_organization, p_nth => p_nth, p_without => passed, p_now => p_now);
      if job is null then
        exit;
      end if;
      return query
        select case when l.slice is not null then l.slice || jsonb_build_object(
                 'jobId', job, 'more', (l.slice ->> 'more')::boolean or has_due_work(
                   p_organization => p_organization, p_now => p_now)) end,
               l.record_id, l.step, l.attempts, l.data, l.in_doubt
          from lease_slice(
            p_job => job, p_holder => p_holder, p_seconds => p_seconds, p_connection => p_connection, p_now => p_now) l;
      if found then
        return;
      end if;
    exception when others then
      -- Continues with the next job after an error, because a job that cannot be leased must not hold up other
      -- jobs of its organization.
      fault := sqlerrm;
    end;
    passed := passed || job;
  end loop;
  if fault is not null then
    raise exception '%', fault;
  end if;
  if job is not null then
    perform request_turns(p_organizations => array[p_organization]);
  end if;
end $$;
