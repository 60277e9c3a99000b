-- Deletes the contacts of messages that were not sent, so that their addresses are free for other recipients. The lists
-- of p_released (ids, addresses, steps) have one item for each message; p_ids are the recipients to release, null for
-- all.
create or replace function release_contacts(p_job uuid, p_released jsonb, p_ids bigint[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  delete from contacts c
   using (select unnest(l.ids) as id, unnest(l.addresses) as address, unnest(l.steps) as step
            from jsonb_to_record(p_released) as l(ids bigint[], addresses text[], steps int[])) r, jobs j
   where (p_ids is null or r.id = any(p_ids)) and j.id = p_job and c.organization_id = j.organization_id
     and c.address = r.address and c.root_job_id = root_of_job(p_job => j) and c.step = r.step and c.record_id = r.id;
end $$;
