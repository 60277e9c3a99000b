-- The path to the records of an arrival's body to which the columns records and held_positions refer. Null if the
-- records were not found, or if the path is unknown. An array held_positions says that other records of the body are
-- or may be in the table; the positions of another path would belong to other records.
alter table arrivals add column records_root jsonb;

update arrivals a
   set records_root = case when a.mapping_id is null then '["records", {"all": true}]'
                           else (select m.definition -> 'root' from mappings m where m.id = a.mapping_id) end,
       held_positions = case when a.state = 'received' or a.accepted > 0 or a.code = 'RECORDS_CHANGED'
                               or cardinality(a.held_positions) < a.records then a.held_positions end
 where a.state in ('received', 'held', 'refused') and a.records is not null;
