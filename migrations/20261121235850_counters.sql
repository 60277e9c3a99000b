-- What every request adds to is not counted on a row that is updated: while a snapshot stays open nothing of such a row
-- can be cleared away, and each look at it wades through all that it has been (docs/decisions/0032-counters.md).
-- data_tables.last_seq and appended, and meters.used, are what was counted when somebody last wrote them there. What has
-- come in since stands at the end of appends and spendings. Read by end_of_ledger and meter_of.

-- How many records have come in with this append and those before it, as data_tables.appended counts them. Null where that
-- was written too, as by an import, and for appends from before.
alter table appends add column appended bigint;

-- What is used of a meter, as one row whose key goes up with it: the row of this moment is the last one in the index, and
-- what it was before lies behind.
create table spendings (
  organization_id uuid not null,
  meter text not null,
  period text not null,
  used bigint not null,
  primary key (organization_id, meter, period, used)
);
