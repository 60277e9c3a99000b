-- Locks the unfinished jobs of a spinner that run other versions than p_except, with their open slices. So no
-- runtime takes a slice of these jobs, makes a new one, or stores an outcome in one before this transaction
-- commits. Returns the jobs that have more open slices than were locked, because a slice was made or resumed
-- before the job itself was locked. The caller must leave these jobs at their version.
--
-- Slices are locked before their jobs, in the order in which a runtime ends the last slice of a job. Once a
-- job is locked, it gets no new slices. This function does not wait for slices that are made before then,
-- because the runtime that releases such a slice may be waiting for the job. Paused slices are not locked:
-- opening them needs the lock of the job, which resume_job takes first.
create or replace function lock_open_jobs(p_spinner uuid, p_except int) returns uuid[]
language plpgsql
--! include one_plan
as $$
declare
  ids uuid[];
  locked int[];
begin
  select array_agg(o.id order by o.id) into ids
    from (select j.id from jobs j
           where j.spinner_id = p_spinner and j.spinner_version <> p_except and is_unfinished_job(j.status)) o;
  with held as materialized (
    select s.job_id, s.no from slices s
     where s.job_id = any(ids) and s.status = 'open' order by s.job_id, s.no for no key update
  )
  select array_agg((select count(*) from held h where h.job_id = o.id)::int order by o.id) into locked
    from unnest(ids) as o(id);
  perform from jobs j where j.id = any(ids) order by j.id for no key update;
  -- Returns the jobs with more open slices than were locked. Locked slices stay open, so such a job has new slices.
  return array(
    select o.id from unnest(ids, locked) as o(id, count)
     where (select count(*) from slices s where s.job_id = o.id and s.status = 'open') > o.count);
end $$;
