-- Counts all present records in the table of a spinner as taken by earlier jobs, and forgets the records that
-- cancelled jobs have returned. So the next job over new records takes only records that arrive from now on.
-- The spinner must be locked; otherwise a job could take these records meanwhile.
create or replace function exclude_existing_records(p_spinner uuid) returns void
language plpgsql
--! include one_plan
as $$
begin
  update spinners s set taken_seq = l.last_seq, taken_records = l.appended
    from spinners o cross join lateral end_of_ledger(p_table => o.data_table_id) l
   where s.id = p_spinner and o.id = p_spinner and l.last_seq > s.taken_seq;
  delete from audience_parts r where r.spinner_id = p_spinner and r.taken_by_job_id is null;
end $$;
