-- The first 500 records that the job's trigger named, until lease_slice makes a slice of them or the job is cancelled;
-- null for none. Further records are in returned_audiences. A row there with its index entries takes a tenth of
-- PostgreSQL's CPU time for a trigger by one id.
alter table jobs add column first_named_ids bigint[];
