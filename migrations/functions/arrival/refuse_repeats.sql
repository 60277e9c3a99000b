-- Raises SP005 with the numbers of the trigger requests (entries) whose idempotency key an earlier trigger has
-- used. Called for triggers whose bodies contain records, before anything is written.
create or replace function refuse_repeats(entry_tables uuid[], entry_spinners uuid[], entry_keys text[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  seen jsonb;
begin
  if entry_keys is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('entry', e.no, 'reason', 'seen')) into seen
    from unnest(entry_tables, entry_spinners, entry_keys) with ordinality e(table_id, spinner_id, key, no)
    join data_tables t on t.id = e.table_id
    join idempotency_keys i
      on i.organization_id = t.organization_id and i.route = 'trigger:' || e.spinner_id and i.key = e.key;
  if seen is not null then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = seen;
  end if;
end $$;
