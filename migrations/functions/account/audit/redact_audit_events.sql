-- Erases a person from the audit entries of an organization. Replaces the address in entries about
-- suppressions by its digest (`p_name`), and a request id that names the person by "erased". Removes the values
-- of cells from entries about records that were erased, as the function describes. Returns how many entries
-- changed. The actor, the action, the time and the names of columns stay.
create or replace function redact_audit_events(p_organization uuid, p_address text, p_name text, out redacted int)
language plpgsql
as $$
declare
  emptied int;
begin
  perform set_config('spindle.redacts_audit', 'on', true);
  update audit_events e
     set subject = case when e.subject->>'kind' = 'suppression' and e.subject->>'name' = p_address
                        then jsonb_set(e.subject, '{name}', to_jsonb(p_name)) else e.subject end,
         request_id = case when strpos(lower(e.request_id), p_address) > 0 then 'erased' else e.request_id end
   where e.organization_id = p_organization
     and (e.subject->>'kind' = 'suppression' and e.subject->>'name' = p_address
          or strpos(lower(e.request_id), p_address) > 0);
  get diagnostics redacted = row_count;
  -- Removes the values of a record that no longer exists, because the record was erased just now or it is unknown
  -- whose record it was. If an entry about a record names the person, removes the values of all entries about that
  -- record, because earlier entries may be about the person, too.
  with edits as materialized (
    select e.id, (e.after->>'dataTableId')::uuid as data_table_id, (e.subject->>'id')::bigint as record_id,
           exists (select from (values (e.before), (e.after)) f (facts), jsonb_each_text(f.facts->'cells') c
                    where strpos(lower(c.value), p_address) > 0) as names
      from audit_events e
     where e.organization_id = p_organization and e.action = 'record.changed' and e.after ? 'cells'
  ), doomed as (
    select id from edits d
     where (data_table_id, record_id) in (select data_table_id, record_id from edits where names)
        or not exists (select from records r where r.data_table_id = d.data_table_id and r.id = d.record_id)
  )
  update audit_events e set before = nullif(e.before - 'cells', '{}'), after = e.after - 'cells'
    from doomed d where e.id = d.id;
  get diagnostics emptied = row_count;
  redacted := redacted + emptied;
  perform set_config('spindle.redacts_audit', 'off', true);
end $$;
