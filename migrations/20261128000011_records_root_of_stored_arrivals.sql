-- Notes the path to the records of arrivals that were stored before. A file of its own, because the statement that adds
-- the column keeps all others from the table until its transaction ends.
update arrivals a
   set records_root = case when a.mapping_id is null then '["records", {"all": true}]'
                           else (select m.definition -> 'root' from mappings m where m.id = a.mapping_id) end,
       held_positions = case when a.state = 'received' or a.accepted > 0 or a.code = 'RECORDS_CHANGED'
                               or cardinality(a.held_positions) < a.records then a.held_positions end
 where a.state in ('received', 'held', 'refused') and a.records is not null;
