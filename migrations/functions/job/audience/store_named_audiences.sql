-- Stores the audiences of jobs that run over named records. Each audience is stored as lists of up to 500
-- records; lease_slice makes slices of them as it does of returned records.
--
-- Jobs over new records skip the named records from then on, unless such a job has taken them already. If
-- that job is cancelled and returns the record, the naming job gets it (exclude_named_from_returned). Leaves
-- out entries without a job, and deleted records. Returns how many records each entry has. An unknown
-- position in the ledger (null in named_seqs) is looked up when it is needed (locate_named_records). The
-- spinners must be locked.
create or replace function store_named_audiences(
  p_spinners uuid[], p_jobs uuid[], named_entries int[], named_ids bigint[], named_seqs bigint[], out sizes int[]
)
language plpgsql
--! include one_plan
as $$
declare
  -- Values for each entry, which is a job: its data table, and the position in the table's ledger up to which
  -- earlier jobs have taken records.
  tables uuid[]; taken bigint[];
  -- Values for each named record: the number of its job in the arguments, its id, and its position in the ledger.
  entries int[]; ids bigint[]; seqs bigint[];
begin
  select array_agg(s.data_table_id order by e.no), array_agg(s.taken_seq order by e.no) into tables, taken
    from unnest(p_spinners) with ordinality e(id, no)
    left join spinners s on s.id = e.id;
  select array_agg(n.entry order by n.no), array_agg(n.id order by n.no), array_agg(n.seq order by n.no)
    into entries, ids, seqs
    from unnest(named_entries, named_ids, named_seqs) with ordinality n(entry, id, seq, no)
   where p_jobs[n.entry] is not null
     and exists (select from records r where r.data_table_id = tables[n.entry] and r.id = n.id);
  select array_agg(coalesce(c.size, 0)::int order by e.no) into sizes
    from generate_series(1, cardinality(p_jobs)) e(no)
    left join (select n.entry, count(*) as size from unnest(entries) n(entry) group by n.entry) c on c.entry = e.no;

  insert into returned_audiences (job_id, slice, spinner_id, record_ids, records, taken_by_job_id)
  -- Gives the lists of named records slice numbers below 0; numbers from 0 are for records that the job itself
  -- returns when it is cancelled.
  select p_jobs[c.entry], c.part - (sizes[c.entry] - 1) / 500 - 1, p_spinners[c.entry], c.ids, cardinality(c.ids), p_jobs[c.entry]
    from (
      select n.entry, ((n.no - 1) / 500)::int as part, array_agg(n.id order by n.no) as ids
        from (select u.entry, u.id, row_number() over (partition by u.entry order by u.no) as no
                from unnest(entries, ids) with ordinality u(entry, id, no)) n
       group by 1, 2) c;
  insert into named_records (spinner_id, record_id, seq, taken_seq, job_id)
  select p_spinners[n.entry], n.id, n.seq, taken[n.entry], p_jobs[n.entry]
    from unnest(entries, ids, seqs) n(entry, id, seq)
   order by 1, 2
  on conflict do nothing;

  if exists (select from returned_audiences r where r.spinner_id = any(p_spinners) and r.taken_by_job_id is null) then
    perform remove_named_from_returned(p_spinners => p_spinners, p_jobs => p_jobs, named_entries => entries, named_ids => ids);
  end if;
  insert into named_record_other_jobs (spinner_id, record_id, job_id)
  select p_spinners[n.entry], n.id, p_jobs[n.entry]
    from unnest(entries, ids) n(entry, id)
    cross join lateral named_record(p_spinner => p_spinners[n.entry], p_record => n.id) o
   where o.job_id <> p_jobs[n.entry]
   order by 1, 2, 3
  on conflict do nothing;
end $$;
