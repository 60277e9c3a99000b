-- Returns how many records in a range of the ledger were named by triggers, so that a job over new records
-- leaves them out. Returns null if no named record is stored for the spinner. Counts as
-- `exclude_explicit_from_audiences` does, and changes nothing.
create or replace function count_explicit_records(p_spinner uuid, p_table uuid, p_from bigint, p_to bigint) returns bigint
language plpgsql stable
--! include joins_of_many_rows
as $$
begin
  if not exists (select from explicit_records n where n.spinner_id = p_spinner) then
    return null;
  end if;
  return (
    select count(*) from explicit_records n
     where n.spinner_id = p_spinner and n.seq > p_from and n.seq <= p_to and n.seq > n.taken_seq
  ) + (
    select count(*) from explicit_records n
      join appends a
        on a.data_table_id = p_table and a.seq > p_from and a.seq <= p_to
       and a.first_id = n.record_id - n.record_id % 512 and n.record_id < a.first_id + a.count
     where n.spinner_id = p_spinner and n.seq is null and a.seq > n.taken_seq
  );
end $$;
