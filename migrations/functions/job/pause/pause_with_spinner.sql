-- Pauses a job because its spinner is paused. Does nothing if the spinner is not paused. The job must be locked, and it
-- must be possible to pause it.
create or replace function pause_with_spinner(p_job uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  since timestamptz;
begin
  update jobs j
     set status = 'paused', paused_at = s.paused_at, paused_by = 'spinner', paused_actor_id = s.paused_actor_id
    from stored_spinners s
   where j.id = p_job and s.id = j.spinner_id and s.paused_at is not null
  returning s.paused_at into since;
  if found then
    perform pause_slices(p_job => p_job);
    perform note_job_event(p_job => p_job, p_type => 'job.paused', p_at => since);
  end if;
end $$;
