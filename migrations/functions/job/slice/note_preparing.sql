-- Notes the recipient whose message a runtime is about to make; called for slices that lost leases before.
-- Returns false if this lease is lost.
create or replace function note_preparing(p_job uuid, p_slice int, p_holder uuid, p_record bigint) returns boolean
language plpgsql
--! include one_plan
as $$
begin
  update slices set preparing = p_record where job_id = p_job and no = p_slice and lease_holder = p_holder;
  return found;
end $$;
