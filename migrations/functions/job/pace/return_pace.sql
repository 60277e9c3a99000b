-- Removes messages that were marked at p_marked_at, and then not sent, from the use of their spinner's pace. Recipients
-- that got no message yet keep a place of the present day, so that they go before people who came later. Does nothing for
-- a spinner without a pace.
create or replace function return_pace(
  p_at timestamptz, p_marked_at timestamptz, p_job uuid, p_slice int, p_ids bigint[], p_steps int[]
) returns void
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  pace spinner_paces;
  silent_steps int[];
  returned_ids bigint[];
  new_ids bigint[];
begin
  select * into job from jobs j where j.id = p_job;
  pace := locked_pace(p_job => job, p_at => p_at);
  if pace.spinner_id is null then
    return;
  end if;
  select v.steps_without_messages into silent_steps
    from spinner_versions v where v.spinner_id = job.spinner_id and v.version = job.spinner_version;
  returned_ids := array(
    select m.id from unnest(p_ids, p_steps) as m(id, step) where m.step <> all(coalesce(silent_steps, '{}')));
  new_ids := array(
    select i from unnest(returned_ids) i
     where not has_got_message(p_jobs => jobs_of_recipient(p_job => job), p_slice => p_slice, p_record => i));
  if pace.day = (p_marked_at at time zone pace.zone)::date then
    pace.used := greatest(pace.used - cardinality(returned_ids), 0);
    pace.used_new := greatest(pace.used_new - cardinality(new_ids), 0);
  end if;
  perform save_pace(p_pace => pace);
  update recipients r set pace_day = pace.day
   where r.job_id = p_job and r.slice = p_slice and r.record_id = any(new_ids) and r.pace_day is null;
end $$;
