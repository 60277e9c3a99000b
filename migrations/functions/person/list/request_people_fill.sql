-- Wakes a runtime that fills the lists of people. The task is in the queue once at most.
create or replace function request_people_fill() returns void
language sql as $$
  select graphile_worker.add_job('fill-people', json_build_object(), max_attempts => 3, job_key => 'fill-people',
                                 job_key_mode => 'preserve_run_at')
$$;
