-- Writes the event arrival.held or arrival.refused for arrivals that have just got this state. Writes none for the rows
-- that an import has left out, because the import may still fail; import-records.ts writes it when the import ends.
create or replace function note_arrivals(p_arrivals uuid[], p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  if coalesce(cardinality(p_arrivals), 0) = 0 or not exists (
    select from arrivals a
      join event_subscriptions i on i.organization_id = a.organization_id and i.type = 'arrival.' || a.status
     where a.id = any(p_arrivals)
  ) then
    return;
  end if;
  perform note_events(
    p_organization => a.organization_id, p_type => 'arrival.' || a.status, p_project => t.project_id, p_spinner => null,
    p_object_type => 'arrival', p_objects => array_agg(a.id::text order by a.id),
    p_data => jsonb_build_object('dataTableId', a.data_table_id),
    p_each => array_agg(jsonb_build_object('code', a.code, 'records', a.records) order by a.id),
    p_addresses => null, p_at => p_at)
     from arrivals a
     left join stored_data_tables t on t.id = a.data_table_id
    where a.id = any(p_arrivals) and a.code is distinct from 'ROWS_SKIPPED'
    group by a.organization_id, a.data_table_id, t.project_id, a.status;
end $$;
