-- Cancels a job, and returns its records that were sent nothing to the spinner, so that the next job over new
-- records takes them. Does nothing if the job has ended. The spinner must be locked; otherwise a trigger
-- could name such records meanwhile.
create or replace function cancel_job(p_job uuid, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  flushing text := current_setting('synchronous_commit');
  job jobs;
  back bigint := 0;
  part bigint;
begin
  select * into job from jobs j
   where j.id = p_job and is_unfinished_job(j.status) for no key update;
  if not found then
    return;
  end if;
  -- Waits for commits that are just marking messages of the job as being sent, and prevents new ones until the
  -- cancel is committed. So a message that is not marked when the request to cancel is answered is never sent.
  perform pg_advisory_xact_lock(job_key(p_job => p_job));

  -- Returns the job's records that are in no slice yet to the spinner. A job over all records returns nothing,
  -- because the next such job takes all records again.
  if job.has_explicit_audience then
    back := release_explicit_audience(p_job => p_job);
  elsif job.retry_of is null and exists (
    select from spinner_versions v
     where v.spinner_id = job.spinner_id and v.version = job.spinner_version and takes_new_records(p_audience => v.audience)
  ) then
    with untaken as (
      update audience_parts r set taken_by_job_id = null where r.taken_by_job_id = p_job returning r.records
    )
    select coalesce(sum(u.records), 0) into back from untaken u;
    insert into audience_parts (job_id, slice, spinner_id, from_seq, to_seq, records)
    select p_job, 0, job.spinner_id, greatest(job.cut_seq, job.from_seq), job.to_seq, sum(a.count) - (
             select count(*) from explicit_records n
              where n.spinner_id = job.spinner_id and n.seq > n.taken_seq
                and n.seq > greatest(job.cut_seq, job.from_seq) and n.seq <= job.to_seq)
      from appends a
     where a.data_table_id = job.data_table_id and a.seq > greatest(job.cut_seq, job.from_seq) and a.seq <= job.to_seq
    having count(*) > 0
    returning records into part;
    back := back + coalesce(part, 0);
    perform exclude_explicit_from_released(p_spinner => job.spinner_id, p_job => p_job, p_slice => null);
  end if;
  update jobs j
     set status = 'cancelled', finished_at = p_at, released_records = back, releases_records = true, first_explicit_ids = null,
         paused_at = null, paused_by = null, paused_actor_id = null
   where j.id = p_job;
  perform note_job_event(p_job => p_job, p_type => 'job.failed', p_at => p_at);

  -- Closes up to 100 open slices of the cancelled job now, so that a later job can take their records that were
  -- sent nothing. This takes a few tens of milliseconds; the sweep closes the other slices of a very large job.
  perform give_back_slices(p_job => p_job, p_most => 100, p_now => p_at);
  -- Makes the commit wait for the disk again, which release_slice has turned off, because the cancel must
  -- survive a crash once it is answered.
  perform set_config('synchronous_commit', flushing, true);
end $$;
