-- Returns the row of a named record; no row if no trigger of the spinner has named it. Reads the first row from the id on,
-- because the order makes PostgreSQL use the primary key. A join by the id used the index of seq if it was planned while
-- the table had 500 to 1,000 rows and no statistics. Then it read all named records of the spinner for each id as long as
-- the connection lived. The function has no settings of its own, so that PostgreSQL inlines it.
create or replace function explicit_record(p_spinner uuid, p_record bigint) returns setof explicit_records
language sql stable
as $$
  select n.* from (
    select x.* from explicit_records x
     where x.spinner_id = p_spinner and x.record_id >= p_record order by x.record_id limit 1) n
   where n.record_id = p_record
$$;
