-- Starts jobs over records that this transaction has just added to tables (entry_added records of each entry,
-- 0 if none were new). A job also gets records that were in its table already (known_entries, known_ids; some
-- of them may be new). The trigger requests are as trigger_jobs takes them. Starts all jobs or none: raises
-- SP005 with the numbers of the entries that cannot be started.
--
-- If an append comes right after what the spinner's jobs have taken, as when no other source brings records,
-- the job takes it as a range. Then its records need not be stored as named records.
create or replace function start_jobs_of_appends(
  p_now timestamptz, p_period text, p_triggers jsonb,
  entry_tables uuid[], entry_added int[], known_entries int[], known_ids bigint[]
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
declare
  entry_spinners uuid[]; entry_jobs uuid[];
  -- Values for each entry, which is a trigger request: the ledger position and first record id of its append; the ledger
  -- position if the job takes the append as a range, null if the job has named records; and the number of records that
  -- earlier entries of the same spinner add.
  seqs bigint[]; firsts bigint[]; ranges bigint[]; befores bigint[];
  -- The trigger requests whose spinner exists. A caller may ask for a deleted spinner that it knows from its cache.
  known int[];
  -- Values for each named record: the number of its trigger request, its id, and its position in the ledger.
  explicit_entries int[]; explicit_ids bigint[]; explicit_seqs bigint[];
  written bigint[]; blocks bigint[];
  part record;
  entries int[]; orgs uuid[]; told jsonb[];
begin
  select * into entry_spinners, entry_jobs from jsonb_to_record(p_triggers) as t(spinners uuid[], jobs uuid[]);
  perform from spinners s where s.id = any(entry_spinners) order by s.id for no key update;

  -- Finds the appends of this transaction as the last ones of the data table, because the table's row is
  -- locked. Their ids were given out in the order of the entries.
  seqs := array_fill(null::bigint, array[cardinality(entry_jobs)]);
  firsts := seqs;
  for part in
    select e.table_id as id, array_agg(e.no order by e.no) as nos
      from unnest(entry_tables, entry_added) with ordinality e(table_id, added, no)
     where e.added > 0 group by e.table_id
  loop
    select array_agg(a.seq order by a.first_id), array_agg(a.first_id order by a.first_id) into written, blocks
      from end_of_ledger(p_table => part.id) t
      join appends a on a.data_table_id = part.id and a.seq > t.last_seq - cardinality(part.nos) and a.seq <= t.last_seq;
    for i in 1 .. cardinality(part.nos) loop
      seqs[part.nos[i]] := written[i];
      firsts[part.nos[i]] := blocks[i];
    end loop;
  end loop;

  select array_agg(case when o.is_next then o.seq end order by o.no), array_agg(o.before order by o.no),
         array_agg(o.no order by o.no)
    into ranges, befores, known
    from (
      select e.no, e.seq, sum(e.added) over (partition by e.spinner_id order by e.seq) - e.added as before,
             e.seq is not null and s.data_table_id = e.table_id
             and e.seq - row_number() over (partition by e.spinner_id order by e.seq) = s.taken_seq
             and bool_and(not e.has_known) over (partition by e.spinner_id order by e.seq) as is_next
        from (
          select u.*, exists (
                   select from unnest(known_entries, known_ids) k(entry, id)
                    where k.entry = u.no and (u.seq is null or k.id < u.first_id or k.id >= u.first_id + u.added)) as has_known
            from unnest(entry_tables, entry_added, entry_spinners, seqs, firsts)
                 with ordinality u(table_id, added, spinner_id, seq, first_id, no)) e
        join spinners s on s.id = e.spinner_id) o;
  if cardinality(known) is distinct from cardinality(entry_jobs) then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = (
      select jsonb_agg(jsonb_build_object('entry', e.no, 'reason', 'not_started'))
        from generate_series(1, cardinality(entry_jobs)) e(no) where e.no = any(known) is not true);
  end if;

  select array_agg(n.entry), array_agg(n.id), array_agg(n.seq) into explicit_entries, explicit_ids, explicit_seqs
    from (
      select e.no::int as entry, e.first_id + i as id, e.seq
        from unnest(ranges, seqs, firsts, entry_added) with ordinality e(range, seq, first_id, added, no)
        cross join lateral generate_series(0, e.added - 1) i
       where e.range is null and e.seq is not null
      union all
      select k.entry, k.id, null
        from unnest(known_entries, known_ids) k(entry, id)
       where ranges[k.entry] is null
         and (seqs[k.entry] is null or k.id < firsts[k.entry] or k.id >= firsts[k.entry] + entry_added[k.entry])) n;

  select array_agg(b.entry), array_agg(b.organization_id), array_agg(b.answer) into entries, orgs, told
    from trigger_jobs(
      p_now => p_now, p_period => p_period, p_triggers => p_triggers,
      p_appends => jsonb_build_object('added', entry_added, 'seqs', ranges, 'befores', befores),
      explicit_entries => explicit_entries, explicit_ids => explicit_ids, explicit_seqs => explicit_seqs) b
   where b.fingerprint is null;
  if cardinality(entries) is distinct from cardinality(entry_jobs) then
    raise exception 'entries cannot be stored in this flush' using errcode = 'SP005', detail = (
      select jsonb_agg(jsonb_build_object('entry', e.no, 'reason', 'not_started'))
        from generate_series(1, cardinality(entry_jobs)) e(no) where e.no = any(entries) is not true);
  end if;
  return query select b.entry, b.id, null, b.answer from unnest(entries, orgs, told) b(entry, id, answer);
end $$;
