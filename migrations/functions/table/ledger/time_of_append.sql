-- Returns the time that a new append of a data table gets: p_at, or the time of the table's last append if that is
-- up to a minute later, because a process has a slow clock or has waited for the lock. So the times ascend with seq;
-- otherwise a page of arrivals, which is ordered by time, could leave out appends at its end. A larger difference is
-- a wrong clock: later appends must not get its time. Called by functions that include
-- one_plan, in the statement that writes the append, after the ledger was locked.
create or replace function time_of_append(p_table uuid, p_at timestamptz) returns timestamptz
language sql stable
as $$
  select greatest(p_at, (
    select case when a.created_at <= p_at + interval '1 minute' then a.created_at end
      from appends a where a.data_table_id = p_table order by a.seq desc limit 1))
$$;
