-- Digests of the records that were claimed, in the order of the places. Null stands for any content, as for claims of the
-- former version.
alter table arrival_claims add column contents bigint[];
