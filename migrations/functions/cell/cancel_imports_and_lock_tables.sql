-- Cancels the unfinished imports of an organization, and locks its data tables by id (docs/contribute/locks.md,
-- ingest). The last step of a cancelled import is refused, and its rows are removed.
--
-- An import locks its own row, merges its rows, and then locks its data table. Therefore this function waits for imports
-- before it locks a table; otherwise the two could deadlock, and ingest into all tables would wait for the import.
create or replace function cancel_imports_and_lock_tables(p_organization uuid) returns void
language plpgsql as $$
begin
  loop
    perform from imports i join stored_data_tables t on t.id = i.data_table_id
      where t.organization_id = p_organization and not i.abandoned order by i.id for no key update of i;
    begin
      perform from stored_data_tables t where t.organization_id = p_organization order by t.id for no key update;
      update imports i set abandoned = true
       where i.id = any(array(
         select o.id from imports o join stored_data_tables t on t.id = o.data_table_id
          where t.organization_id = p_organization and not o.abandoned order by o.id for no key update of o skip locked));
      -- Unlocks the tables and starts again if another import has begun and locked its row meanwhile, because the import
      -- may wait for its table.
      if exists (
        select from imports i join stored_data_tables t on t.id = i.data_table_id
         where t.organization_id = p_organization and not i.abandoned) then
        raise exception 'an import has begun meanwhile' using errcode = 'SP008';
      end if;
      return;
    exception when sqlstate 'SP008' then
      null;
    end;
  end loop;
end $$;
