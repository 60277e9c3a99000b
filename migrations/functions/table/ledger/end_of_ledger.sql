-- Returns the last seq of a data table's ledger, and how many records have come in up to it. Takes the values
-- of the table's row, or of its last append if they are greater.
create or replace function end_of_ledger(p_table uuid) returns table (last_seq bigint, appended bigint)
language sql stable
as $$
  select greatest(t.last_seq, a.seq), greatest(t.appended, a.appended)
    from data_tables t
    left join lateral (
      select l.seq, l.appended from appends l where l.data_table_id = t.id order by l.seq desc limit 1) a on true
   where t.id = p_table
$$;
