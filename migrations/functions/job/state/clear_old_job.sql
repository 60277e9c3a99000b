-- Deletes old details of the job that ended first before p_before, one part a call. The part is the
-- recipients and deliveries of p_slices slices, which are ranges of their primary keys, or p_messages of the
-- job's captured messages and p_messages of its entries in the log of messages. Returns false if there is nothing
-- to delete. A job of a test organization must be as old by its test clock as p_before is at p_now. The details of
-- a job are kept as long as those of a job that retries it, because a retry continues the threads of the first
-- job's mails.
create or replace function clear_old_job(
  p_before timestamptz, p_now timestamptz, p_slices int, p_messages int, out cleared boolean
)
language plpgsql
--! include one_plan
as $$
declare
  ended uuid;
  after int;
  last int;
  captured int;
  logged int;
  outcomes int;
begin
  select j.id, j.cleared_slices into ended, after from jobs j
   where j.finished_at is not null and not j.cleared and j.finished_at < p_before
     and (select true from test_clocks c where c.organization_id = j.organization_id) is null
     and not exists (select from jobs again where again.retry_of = j.id and not again.cleared)
   order by j.finished_at limit 1 for update skip locked;
  if ended is null then
    -- Reads the jobs of a test organization by their organization, because a test clock may be far ahead of the real
    -- time. Compares rows, so that PostgreSQL uses jobs_to_clear_of_organization: for an organization that is compared
    -- by "=", it uses jobs_to_clear, and reads the ended jobs of all organizations.
    select n.id, n.cleared_slices into ended, after from test_clocks c
     cross join lateral (
       select j.id, j.cleared_slices from jobs j
        where j.finished_at is not null and not j.cleared and j.organization_id >= c.organization_id
          and (j.organization_id, j.finished_at) < (c.organization_id, c.now - (p_now - p_before))
          and not exists (select from jobs again where again.retry_of = j.id and not again.cleared)
        order by j.organization_id, j.finished_at limit 1 for update skip locked) n
     limit 1;
  end if;
  cleared := ended is not null;
  if not cleared then
    return;
  end if;
  select coalesce(max(no), 0) into last from slices where job_id = ended;
  if after < last then
    if exists (select from split_branches a where a.job_id = ended and a.slice > after and a.slice <= after + p_slices) then
      update split_branches a set figures = f.figures, record_ids = '{}'
        from split_branch_figures(p_job => ended, p_after => after, p_last => after + p_slices) f
       where a.job_id = ended and a.slice = f.slice and a.step = f.step and a.branch = f.branch and a.figures is null;
    end if;
    delete from step_waits where job_id = ended and slice > after and slice <= after + p_slices;
    delete from message_results where job_id = ended and slice > after and slice <= after + p_slices;
    delete from recipients where job_id = ended and slice > after and slice <= after + p_slices;
    -- Ends old leases of the cleared slices, so that a runtime that was suspended meanwhile does not count
    -- recipients that were deleted.
    update slices set lease_holder = null, lease_until = null
     where job_id = ended and no > after and no <= after + p_slices and lease_holder is not null;
    update jobs j set cleared_slices = after + p_slices where j.id = ended;
    return;
  end if;
  delete from captured_messages where id in (select id from captured_messages where job_id = ended limit p_messages);
  get diagnostics captured = row_count;
  -- Deletes the log's entries with the job, because its own retention (message-log.ts) passes over entries that it has
  -- emptied. All entries are older than p_before, because the job ended before it.
  -- They are locked by id, as an erasure locks them.
  delete from message_log where id = any(array(
    select id from message_log where job_id = ended order by id limit p_messages for update));
  get diagnostics logged = row_count;
  -- Keeps the outcomes of goals whose days are not over, because changes of the records still count. A runtime deletes
  -- them when the goal is over (GoalLooks).
  delete from goal_outcomes where job_id = ended and record_id in (
    select o.record_id from goal_outcomes o
     where o.job_id = ended
       and (o.reached_at is not null or o.ends_at <= p_now or not exists (
         select from goal_watches g where g.spinner_id = o.spinner_id and g.version = o.version))
     limit p_messages);
  get diagnostics outcomes = row_count;
  if captured < p_messages and logged < p_messages and outcomes < p_messages then
    update jobs j set cleared = true where j.id = ended;
  end if;
end $$;
