-- Stores the outcome of arrivals that were held or refused. Raises SP007 if another process has stored the
-- outcome of one of them since it was read, which undoes the whole transaction.
create or replace function settle_arrivals(
  -- The arguments are lists with one item for each arrival; `facts` has objects with the fields reasons, format,
  -- mappingId, records, heldPositions and recordsRoot.
  p_settled jsonb, p_now timestamptz
) returns void
language plpgsql
--! include one_plan
as $$
declare
  settled_ids uuid[]; settled_revisions int[]; settled_states text[]; settled_codes text[]; settled_accepted int[];
  settled_facts jsonb[];
  -- The arrivals whose state changes to held or refused.
  changing uuid[];
  changed int;
begin
  select * into settled_ids, settled_revisions, settled_states, settled_codes, settled_accepted, settled_facts
    from jsonb_to_record(p_settled) as s(ids uuid[], revisions int[], states text[], codes text[], accepted int[],
                                         facts jsonb[]);
  -- Returns early if there are no arrivals, as usual, because the database trigger on the table arrivals would
  -- run even if no row changes.
  if cardinality(settled_ids) = 0 then
    return;
  end if;
  select array_agg(l.id) filter (where l.status <> s.status and s.status in ('held', 'refused')) into changing
    from (select a.id, a.status from arrivals a where a.id = any (settled_ids) order by a.id for update) l
    join unnest(settled_ids, settled_states) s(id, status) on s.id = l.id;
  update arrivals a
     set status = s.status, code = s.code, accepted = a.accepted + s.accepted, revision = a.revision + 1,
         reasons = s.facts -> 'reasons', format = s.facts ->> 'format', mapping_id = (s.facts ->> 'mappingId')::uuid,
         records = (s.facts ->> 'records')::int,
         (held_positions, records_root) = (
           select h.positions, h.records_root from held_records(p_facts => s.facts) h),
         body = case when s.status in ('received', 'held', 'refused') then a.body end,
         size = case when s.status in ('received', 'held', 'refused') then a.size else 1024 end
    from unnest(settled_ids, settled_revisions, settled_states, settled_codes, settled_accepted, settled_facts)
         as s(id, revision, status, code, accepted, facts)
   where a.id = s.id and a.revision = s.revision and a.status in ('received', 'held', 'refused');
  get diagnostics changed = row_count;
  if changed <> cardinality(settled_ids) then
    raise exception 'another request has settled the arrival' using errcode = 'SP007';
  end if;
  perform note_arrivals(p_arrivals => changing, p_at => p_now);
end $$;
