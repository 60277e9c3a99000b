-- Cancels the unfinished imports of an organization, and locks its arrivals, claims of deliveries, keys of records,
-- records and data tables in the order in which ingest locks them (docs/contribute/locks.md, ingest), so that a transaction
-- can delete them all. No arrival is stored for a locked table.
--
-- A transaction that has begun meanwhile may hold one of these rows and wait for its data table. Therefore unlocks
-- everything and starts again if a row is locked by another transaction once the tables are locked.
create or replace function lock_ingest_of_organization(p_organization uuid) returns void
language plpgsql as $$
declare
  tables uuid[];
begin
  loop
    begin
      tables := array(select t.id from stored_data_tables t where t.organization_id = p_organization);
      perform from imports i where i.data_table_id = any(tables) order by i.id for no key update;
      perform from arrivals a where a.organization_id = p_organization order by a.id for update;
      perform from arrival_claims c where c.data_table_id = any(tables) order by c.data_table_id, c.key for update;
      perform from record_keys k
        where k.data_table_id = any(tables) order by k.data_table_id, k.generation, k.key for update;
      perform from records r where r.data_table_id = any(tables) order by r.data_table_id, r.id for update;
      perform from stored_data_tables t where t.organization_id = p_organization order by t.id for update;
      if (select count(*) from stored_data_tables t where t.organization_id = p_organization) <> cardinality(tables)
         or (select count(*) from imports i where i.data_table_id = any(tables))
            <> (select count(*) from (
                  select from imports i where i.data_table_id = any(tables) for no key update skip locked) l)
         or (select count(*) from arrivals a where a.organization_id = p_organization)
            <> (select count(*) from (
                  select from arrivals a where a.organization_id = p_organization for update skip locked) l)
         or (select count(*) from arrival_claims c where c.data_table_id = any(tables))
            <> (select count(*) from (
                  select from arrival_claims c where c.data_table_id = any(tables) for update skip locked) l)
         or (select count(*) from record_keys k where k.data_table_id = any(tables))
            <> (select count(*) from (
                  select from record_keys k where k.data_table_id = any(tables) for update skip locked) l)
         or (select count(*) from records r where r.data_table_id = any(tables))
            <> (select count(*) from (
                  select from records r where r.data_table_id = any(tables) for update skip locked) l) then
        raise exception 'another transaction has begun meanwhile' using errcode = 'SP008';
      end if;
      update imports i set abandoned = true where i.data_table_id = any(tables) and not i.abandoned;
      return;
    exception when sqlstate 'SP008' then
      null;
    end;
  end loop;
end $$;
