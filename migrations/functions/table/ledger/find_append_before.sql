-- Returns the last append of a table that came in before a time, with a tolerance of 1 second for the clocks
-- of processes. Appends are numbered in commit order, and their times follow that order but for the
-- tolerance. Takes about 20 steps in the primary key, and needs no index by time, which every append would
-- have to write.
create or replace function find_append_before(p_table uuid, p_before timestamptz) returns bigint
language plpgsql stable
--! include one_plan
as $$
declare
  low bigint := 0; high bigint; middle bigint;
begin
  select e.last_seq into high from end_of_ledger(p_table => p_table) e;
  while low < coalesce(high, 0) loop
    middle := (low + high + 1) / 2;
    -- Takes the append with the searched number, or else the one before. Numbers have gaps only where a part of
    -- the ledger was restored by hand.
    if (select a.created_at from appends a where a.data_table_id = p_table and a.seq <= middle order by a.seq desc limit 1)
       < p_before + interval '1 second' then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
