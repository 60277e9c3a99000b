-- Locks the jobs of a spinner that run other versions than one and have not ended, with all that is open in them, so
-- that no runtime takes, settles or cuts a slice of theirs before this commits. Answers those of which slices were cut
-- meanwhile, which are not locked.
--
-- Slices come before their jobs, as where a runtime ends its last slice. Once a job is locked, no slice is cut off it;
-- one that is cut until then is not waited for, because whoever releases it may be waiting for the job.
create or replace function hold_open_jobs(p_spinner uuid, p_except int) returns uuid[]
language plpgsql
--! include one_plan
as $$
declare
  ids uuid[];
  lasts int[];
begin
  select array_agg(o.id order by o.id),
         array_agg((select coalesce(max(s.no), 0) from slices s where s.job_id = o.id) order by o.id)
    into ids, lasts
    from (select j.id from jobs j
           where j.spinner_id = p_spinner and j.spinner_version <> p_except
             and j.status not in ('completed', 'failed', 'cancelled')) o;
  perform from slices s
    where s.job_id = any(ids) and s.state = 'open' order by s.job_id, s.no for no key update;
  perform from jobs j where j.id = any(ids) order by j.id for no key update;
  return array(
    select o.id from unnest(ids, lasts) as o(id, last)
     where exists (select from slices s where s.job_id = o.id and s.no > o.last));
end $$;
