-- Stores which recipient's message a runtime is about to prepare, so that the next runtime knows it if this
-- one crashes there. Called only for slices whose lease ran out before. Returns false if the lease has passed
-- to another runtime.
create or replace function note_preparing(p_job uuid, p_slice int, p_holder uuid, p_record bigint) returns boolean
language plpgsql
--! include one_plan
as $$
begin
  update slices set preparing_record_id = p_record where job_id = p_job and no = p_slice and lease_holder = p_holder;
  return found;
end $$;
