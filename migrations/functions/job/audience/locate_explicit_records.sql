-- Looks up the positions in the ledger of records that triggers of a spinner named. Stores the seq of the
-- append that contains the record, or 0 for a record that jobs had taken before it was named. A spinner in the bin
-- counts too, because it can be restored.
create or replace function locate_explicit_records(p_spinner uuid) returns void
language plpgsql
--! include joins_of_many_rows
as $$
declare
  low bigint := (select min(n.taken_seq) from explicit_records n where n.spinner_id = p_spinner and n.seq is null);
  of_table uuid := (select s.data_table_id from stored_spinners s where s.id = p_spinner);
begin
  if low is not null then
    update explicit_records n set seq = coalesce(f.seq, 0)
      from (
        select u.record_id, a.seq
          from explicit_records u
          left join appends a
            on a.data_table_id = of_table and a.seq > low
           and a.first_id = u.record_id - u.record_id % 512 and u.record_id < a.first_id + a.count
         where u.spinner_id = p_spinner and u.seq is null) f
     where n.spinner_id = p_spinner and n.seq is null and n.record_id = f.record_id;
  end if;
end $$;
