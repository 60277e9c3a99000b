-- Enters the people of some records of a data table in the list of people. `p_records` are all records that were read,
-- also those without a person; the lists of `p_entries` have one item for each record that has a person. The item of
-- `grams` is an array as text.
create or replace function enter_people(p_organization uuid, p_table uuid, p_records bigint[], p_entries jsonb) returns void
language plpgsql
--! include one_plan
as $$
declare
  entry_records bigint[]; entry_people text[]; entry_emails text[]; entry_columns text[]; entry_values text[];
  entry_names text[]; entry_companies text[]; entry_name_keys text[]; entry_company_keys text[]; entry_texts text[];
  entry_grams text[];
  entry_times timestamptz[]; entry_sources text[];
  former text[];
begin
  select * into entry_records, entry_people, entry_emails, entry_columns, entry_values, entry_names, entry_companies,
                entry_name_keys, entry_company_keys, entry_texts, entry_grams, entry_times, entry_sources
    from jsonb_to_record(p_entries) as e(records bigint[], people text[], emails text[], columns text[],
                                         cells text[], names text[], companies text[], name_keys text[],
                                         company_keys text[], texts text[], grams text[], times timestamptz[], sources text[]);
  former := array(select distinct r.person_id from person_records r
                   where r.data_table_id = p_table and r.record_id = any(p_records));
  -- Locks entries in the order of their ids; otherwise two transactions could deadlock.
  perform from people p
   where p.organization_id = p_organization and p.id = any(former || entry_people) order by p.id for update;
  -- Locks the entry of a listed person, so that another transaction does not delete it with its last record meanwhile.
  insert into people as p (organization_id, id, email, match_column, match_value, name_key, created_at)
  select p_organization, e.id, e.email, e.match_column, e.match_value,
         case when e.name is null then chr(1114109) else e.name_key end, e.created_at
    from (select distinct on (x.id) x.*
            from unnest(entry_people, entry_emails, entry_columns, entry_values, entry_names, entry_name_keys, entry_times)
                 as x(id, email, match_column, match_value, name, name_key, created_at) order by x.id) e
   order by e.id
  on conflict (organization_id, id) do update set email = excluded.email;
  delete from person_records r where r.data_table_id = p_table and r.record_id = any(p_records);
  insert into person_records (data_table_id, record_id, organization_id, person_id, name, company, name_key, company_key,
                              search_text, grams, created_at, source)
  select p_table, e.record_id, p_organization, e.person_id, e.name, e.company, e.name_key, coalesce(e.company_key, ''),
         e.search_text, e.grams::int[], e.created_at, coalesce(e.source, '')
    from unnest(entry_records, entry_people, entry_names, entry_companies, entry_name_keys, entry_company_keys,
                entry_texts, entry_grams, entry_times, entry_sources)
         as e(record_id, person_id, name, company, name_key, company_key, search_text, grams, created_at, source);
  perform settle_people(p_organization => p_organization,
                        p_people => array(select distinct e.id from unnest(former || entry_people) e(id)));
end $$;
