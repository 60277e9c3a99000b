-- Returns a page of arrivals, newest first, after the arrival with the time p_before and the id p_after.
-- Accepted arrivals come from the ledger of each table, all other arrivals from `arrivals`. p_statuses lists the
-- states to return besides accepted; p_accepted tells whether to return accepted arrivals. p_projects lists the
-- projects whose tables' arrivals are returned; null for all, including arrivals of no table. Arrivals of data
-- tables in the bin are left out. p_source is the
-- source of the returned arrivals (see ArrivalSource); null for any.
create or replace function list_arrivals(
  p_organization uuid, p_table uuid, p_statuses text[], p_accepted boolean, p_code text, p_format text, p_source text,
  p_before timestamptz, p_after text, p_most int, p_projects uuid[]
) returns table (
  id text, data_table_id uuid, received_at timestamptz, status text, code text, reasons jsonb, format text, mapping_id uuid,
  api_key_id uuid, request_id text, records int, accepted int,
  source text
)
language sql stable
as $$
  select * from (
    (select k.* from unnest(p_statuses) s(status)
      cross join lateral (
        select a.id::text collate "C" as id, a.data_table_id, a.received_at, a.status, a.code, a.reasons, a.format, a.mapping_id,
               a.api_key_id, a.request_id, a.records, a.accepted, arrival_source(a.api_key_id, a.code)
          from arrivals a
         where a.status = s.status and a.organization_id = p_organization
           and (p_projects is null or exists (
             select from data_tables t where t.id = a.data_table_id and t.project_id = any(p_projects)))
           and not exists (select from stored_data_tables b where b.id = a.data_table_id and b.bin_entry_id is not null)
           and (p_code is null or a.code = p_code) and (p_format is null or a.format = p_format)
           and (p_source is null or arrival_source(a.api_key_id, a.code) = p_source)
           and (p_before is null or a.received_at <= p_before)
           and (p_before is null or (a.received_at, a.id::text collate "C") < (p_before, p_after collate "C"))
         order by a.id desc limit p_most) k
     where p_table is null)
    union all
    (select k.* from unnest(p_statuses) s(status)
      cross join lateral (
        select a.id::text collate "C" as id, a.data_table_id, a.received_at, a.status, a.code, a.reasons, a.format, a.mapping_id,
               a.api_key_id, a.request_id, a.records, a.accepted, arrival_source(a.api_key_id, a.code)
          from arrivals a
         where a.status = s.status and a.data_table_id = p_table and a.organization_id = p_organization
           and (p_projects is null or exists (
             select from data_tables t where t.id = a.data_table_id and t.project_id = any(p_projects)))
           and not exists (select from stored_data_tables b where b.id = a.data_table_id and b.bin_entry_id is not null)
           and (p_code is null or a.code = p_code) and (p_format is null or a.format = p_format)
           and (p_source is null or arrival_source(a.api_key_id, a.code) = p_source)
           and (p_before is null or a.received_at <= p_before)
           and (p_before is null or (a.received_at, a.id::text collate "C") < (p_before, p_after collate "C"))
         order by a.id desc limit p_most) k
     where p_table is not null)
    union all
    (select l.* from data_tables t
      cross join lateral (
        select (a.data_table_id || '.' || lpad(a.seq::text, 15, '0')) collate "C" as id, a.data_table_id, a.created_at, 'accepted'::text,
               null::text, '[]'::jsonb, null::text, null::uuid, a.api_key_id, a.request_id, a.count, a.count,
               append_source(a.api_key_id, a.source)
          from appends a
         where a.data_table_id = t.id
           and (p_source is null or append_source(a.api_key_id, a.source) = p_source)
           and (p_before is null or a.seq <= find_append_before(t.id, p_before))
           and (p_before is null
                or (a.created_at, (a.data_table_id || '.' || lpad(a.seq::text, 15, '0')) collate "C") < (p_before, p_after collate "C"))
         order by a.seq desc limit p_most) l
     where p_accepted and t.organization_id = p_organization and (p_table is null or t.id = p_table)
       and (p_projects is null or t.project_id = any(p_projects)))
  ) every_kind
  order by received_at desc, id collate "C" desc
  limit p_most
$$;
