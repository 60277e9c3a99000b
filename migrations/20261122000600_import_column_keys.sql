-- Of an import that brings columns along, into a table whose columns have keys of their own: the keys that they have
-- from then on, by which its rows are staged. Null where names will do.
alter table imports add column column_keys jsonb;
