-- Computes the entries of some people in the list of people from their records, and deletes the entries of people
-- without any record. The caller has changed these records (person_records) in the same transaction, and has locked
-- the entries.
create or replace function settle_people(p_organization uuid, p_people text[]) returns void
language plpgsql
--! include one_plan
as $$
begin
  delete from people p
   where p.organization_id = p_organization and p.id = any(p_people)
     and not exists (
       select from person_records r where r.organization_id = p.organization_id and r.person_id = p.id);
  -- Reads the newest 20 records of a person, because the address of a colleague may be in every record of a table.
  update people p
     set name_key = coalesce(n.name_key, chr(1114109)), company_key = coalesce(n.company_key, chr(1114109)),
         created_at = f.created_at, source = f.source
    from unnest(p_people) i(id)
    cross join lateral (
      select r.created_at, r.source from person_records r
       where r.organization_id = p_organization and r.person_id = i.id order by r.record_id limit 1) f
    cross join lateral (
      select (array_agg(x.name_key order by x.record_id desc) filter (where x.name is not null))[1] as name_key,
             (array_agg(x.company_key order by x.record_id desc) filter (where x.company is not null))[1] as company_key
        from (select r.record_id, r.name_key, r.name, r.company_key, r.company from person_records r
               where r.organization_id = p_organization and r.person_id = i.id
               order by r.record_id desc limit 20) x) n
   where p.organization_id = p_organization and p.id = any(p_people) and p.id = i.id
     and (p.name_key, p.company_key, p.created_at, p.source) is distinct from
         (coalesce(n.name_key, chr(1114109)), coalesce(n.company_key, chr(1114109)), f.created_at, f.source);
end $$;
