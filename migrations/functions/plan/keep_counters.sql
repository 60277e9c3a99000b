-- Writes the record counters of tables, and what is used of organizations' meters, to the columns where
-- processes of the previous version read them. Triggers on these columns fill in the real values.
create or replace function keep_counters(p_tables uuid[], p_organizations uuid[], p_period text) returns void
language plpgsql
--! include one_plan
as $$
begin
  -- Locks the rows in the order in which flushes lock them (docs/locks.md, ingest).
  perform from data_tables t where t.id = any(p_tables) order by t.id for no key update;
  perform from meters m where m.organization_id = any(p_organizations) and m.period = p_period
    order by m.meter desc, m.organization_id for no key update;
  update data_tables t set last_seq = t.last_seq, appended = t.appended where t.id = any(p_tables);
  update meters m set used = m.used where m.organization_id = any(p_organizations) and m.period = p_period;
end $$;
