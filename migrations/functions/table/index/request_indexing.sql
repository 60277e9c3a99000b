-- Wakes a runtime that fills search indexes. The task is in the queue once at most.
create or replace function request_indexing() returns void
language sql as $$
  select graphile_worker.add_job('index-records', json_build_object(), max_attempts => 3, job_key => 'index-records',
                                 job_key_mode => 'preserve_run_at')
$$;
