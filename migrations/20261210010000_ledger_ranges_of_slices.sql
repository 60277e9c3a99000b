-- The range of the ledger of appends from which a slice was made: the appends after `from_seq` up to `to_seq`. Null for
-- slices of named and retried records, and of earlier releases. It leads to the sources of the recipients' records.
alter table slices add column from_seq bigint, add column to_seq bigint;
