-- Locks the unfinished jobs of a spinner that run other versions than p_except, with their open slices. So no
-- runtime takes, settles or cuts a slice of these jobs before this commits. Returns the jobs of which more
-- slices are open than were locked: slices that were cut, or that a resume opened, before the job itself was
-- locked. The caller must not move these jobs.
--
-- Slices come before their jobs, as where a runtime ends its last slice. Once a job is locked, no slice is
-- cut off it. This function does not wait for a slice that is cut until then, because the runtime that
-- releases it may be waiting for the job. Slices that are set aside are not locked: to open one takes the
-- lock of its job, and resume_job takes that first.
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
     where s.job_id = any(ids) and s.state = 'open' order by s.job_id, s.no for no key update
  )
  select array_agg((select count(*) from held h where h.job_id = o.id)::int order by o.id) into locked
    from unnest(ids) as o(id);
  perform from jobs j where j.id = any(ids) order by j.id for no key update;
  -- A slice that is locked stays open, so more open slices than locked ones are new.
  return array(
    select o.id from unnest(ids, locked) as o(id, count)
     where (select count(*) from slices s where s.job_id = o.id and s.state = 'open') > o.count);
end $$;
