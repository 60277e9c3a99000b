-- Stores that recipients of a job have got their first message, or that they belong to the holdout, so that their goal
-- counts from now on. The lists say for each record whether it meets the condition of the goal already, and whether it
-- belongs to the holdout. Recipients that
-- have a row keep it. A runtime looks at new rows again at once, because the record may have changed since it was read.
create or replace function store_goal_outcomes(
  p_job uuid, p_records bigint[], p_met boolean[], p_held_out boolean[], p_now timestamptz
) returns void
language sql
as $$
  insert into goal_outcomes (
    job_id, record_id, organization_id, spinner_id, version, is_held_out, first_at, ends_at, is_met, due_at)
  select root_of_job(p_job => j), o.record_id, j.organization_id, j.spinner_id, j.spinner_version, o.is_held_out, p_now,
         p_now + make_interval(days => (v.goal ->> 'withinDays')::int), o.is_met, p_now
    from jobs j
    join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
    cross join unnest(p_records, p_met, p_held_out) o(record_id, is_met, is_held_out)
   where j.id = p_job and v.goal is not null and not v.goal ? 'event'
   order by o.record_id
  on conflict do nothing
$$;
