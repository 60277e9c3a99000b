-- Returns whether each open transaction of this database began after the transaction with a number. A transaction
-- that began earlier may have changed records without noting them for an index or a list that the numbered
-- transaction has begun. A number that this database has not assigned yet comes from another server, whose backup or
-- dump was restored here. Transactions of other databases do not count, unlike in pg_snapshot_xmin.
create or replace function is_known_to_open_transactions(p_transaction xid8) returns boolean
language sql
as $$
  select p_transaction >= pg_snapshot_xmax(pg_current_snapshot())
         or not exists (select from pg_stat_activity a
                         where a.datname = current_database() and age(a.backend_xid) >= age(p_transaction::xid))
$$;
