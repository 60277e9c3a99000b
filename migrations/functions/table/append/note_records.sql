-- Writes the event record.added or record.updated for records of a data table, in the transaction that has written the
-- records. Callers of hot paths first check whether the organization has a subscription to the event.
create or replace function note_records(p_type text, p_table uuid, p_records bigint[], p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  perform note_events(
    p_organization => t.organization_id, p_type => p_type, p_project => t.project_id, p_spinner => null,
    p_object_type => 'record', p_objects => p_records::text[], p_data => jsonb_build_object('dataTableId', t.id),
    p_each => null, p_addresses => null, p_at => p_at)
     from data_tables t where t.id = p_table;
end $$;
