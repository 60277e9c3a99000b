-- The path to the records of an arrival's body to which the columns records and held_positions refer. Null if the
-- records were not found, or if the path is unknown. An array held_positions says that other records of the body are
-- or may be in the table; the positions of another path would belong to other records.
alter table arrivals add column records_root jsonb;
