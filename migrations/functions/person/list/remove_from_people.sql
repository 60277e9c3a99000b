-- Removes some records of a data table from the list of people, and the people who have no other record. Records that
-- still exist are entered again. Waits for a process that is filling the list from the table, because it would
-- otherwise write entries that it has read before.
create or replace function remove_from_people(p_table uuid, p_records bigint[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  organization uuid;
  removed text[];
begin
  select f.organization_id into organization from people_progress f where f.data_table_id = p_table for update;
  if organization is null then
    return;
  end if;
  removed := array(select distinct r.person_id from person_records r
                    where r.data_table_id = p_table and r.record_id = any(p_records));
  perform from people p where p.organization_id = organization and p.id = any(removed) order by p.id for update;
  delete from person_records r where r.data_table_id = p_table and r.record_id = any(p_records);
  perform settle_people(p_organization => organization, p_people => removed);
  insert into people_changes (data_table_id, record_id)
  select r.data_table_id, r.id from data_tables t join records r on r.data_table_id = t.id
   where t.id = p_table and r.id = any(p_records);
end $$;
