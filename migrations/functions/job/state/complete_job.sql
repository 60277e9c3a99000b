-- Completes a job whose recipients have all ended, even if it was paused while its last messages were sent.
-- The statement that ends the last slice calls this, so that finished jobs need not be searched for among all
-- jobs. If two statements end the last two slices at the same time, the second waits for the job's row and
-- then sees the slice of the first.
create or replace function complete_job(p_job uuid, p_now timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  perform from jobs j where j.id = p_job and is_unfinished_job(j.status) and j.cut_seq >= j.to_seq for no key update;
  if found then
    update jobs j
       set status = 'completed', finished_at = p_now, paused_at = null, paused_by = null, paused_actor_id = null
     where j.id = p_job and j.started_at is not null
       and not exists (select from slices s where s.job_id = p_job and is_unfinished_slice(s.status));
    if found then
      perform note_job_event(p_job => p_job, p_type => 'job.completed', p_at => p_now);
    end if;
  end if;
end $$;
