-- Stores the records that triggers name, except for the first 500 records of each job, which trigger_jobs stores with the
-- job. The others are stored as lists of up to 500 records; lease_slice makes slices of them as it does of returned
-- records.
--
-- Returns the named records in the order of the entries (`listed`), and for each entry how many it has (`sizes`) and how
-- many come before them (`starts`).
--
-- If p_counts_as_taken is true, jobs over new records skip the named records from then on, unless such a job has taken
-- them already. If that job is cancelled and returns the record, the naming job gets it (exclude_explicit_from_released).
-- Leaves out entries without a job, and deleted records. An unknown position in the ledger (null in explicit_seqs) is
-- looked up when it is needed (locate_explicit_records). The spinners must be locked.
create or replace function store_explicit_records(
  p_spinners uuid[], p_jobs uuid[], explicit_entries int[], explicit_ids bigint[], explicit_seqs bigint[],
  p_counts_as_taken boolean,
  out sizes int[], out starts int[], out listed bigint[]
)
language plpgsql
--! include one_plan
as $$
declare
  -- Values for each named record: the number of its job in the arguments, its id, its position in the ledger, and
  -- the position up to which earlier jobs of its spinner have taken records.
  entries int[]; seqs bigint[]; taken bigint[];
  written int;
begin
  select array_agg(n.entry order by n.entry, n.no), array_agg(n.id order by n.entry, n.no),
         array_agg(n.seq order by n.entry, n.no), array_agg(s.taken_seq order by n.entry, n.no)
    into entries, listed, seqs, taken
    from unnest(explicit_entries, explicit_ids, explicit_seqs) with ordinality n(entry, id, seq, no)
    join spinners s on s.id = p_spinners[n.entry]
   where p_jobs[n.entry] is not null
     and exists (select from records r where r.data_table_id = s.data_table_id and r.id = n.id);

  -- Adds a zero for each job instead of joining the jobs, because plans of this function join by nested loops.
  select array_agg(c.size order by c.entry), array_agg(c.before order by c.entry) into sizes, starts
    from (select u.entry, sum(u.size)::int as size, (sum(sum(u.size)) over (order by u.entry) - sum(u.size))::int as before
            from (select unnest(entries) as entry, 1 as size
                  union all select generate_series(1, cardinality(p_jobs)), 0) u group by u.entry) c;
  -- Gives the lists of named records slice numbers below 0; numbers from 0 are for records that the job itself
  -- returns when it is cancelled.
  if 500 < any(sizes) then
    insert into audience_parts (job_id, slice, spinner_id, record_ids, records, taken_by_job_id)
    select p_jobs[n.entry], part - n.parts, p_spinners[n.entry],
           listed[n.start + part * 500 + 1 : n.start + least(n.size, part * 500 + 500)], least(500, n.size - part * 500),
           p_jobs[n.entry]
      from (select u.entry, u.size, u.start, (u.size + 499) / 500 as parts
              from unnest(sizes, starts) with ordinality u(size, start, entry)) n
      cross join lateral generate_series(1, n.parts - 1) part;
  end if;
  if not p_counts_as_taken then
    return;
  end if;
  insert into explicit_records (spinner_id, record_id, seq, taken_seq, job_id)
  select p_spinners[n.entry], n.id, n.seq, n.taken_seq, p_jobs[n.entry]
    from unnest(entries, listed, seqs, taken) n(entry, id, seq, taken_seq)
   -- A record that was taken before needs no row if no job may return it.
   where n.seq is null or n.seq > n.taken_seq or exists (
     select from jobs t where t.spinner_id = p_spinners[n.entry] and not t.has_explicit_audience
                          and (t.finished_at is null or t.releases_records))
   order by 1, 2
  on conflict do nothing;
  get diagnostics written = row_count;

  if exists (select from audience_parts r where r.spinner_id = any(p_spinners) and r.taken_by_job_id is null) then
    perform remove_explicit_from_released(p_spinners => p_spinners, p_jobs => p_jobs, explicit_entries => entries, explicit_ids => listed);
  end if;
  -- A named record that was not inserted has a row of an earlier job or of this call, or needs none.
  if written < cardinality(listed) then
    insert into explicit_record_other_jobs (spinner_id, record_id, job_id)
    select p_spinners[n.entry], n.id, p_jobs[n.entry]
      from unnest(entries, listed) n(entry, id)
      cross join lateral explicit_record(p_spinner => p_spinners[n.entry], p_record => n.id) o
     where o.job_id <> p_jobs[n.entry]
     order by 1, 2, 3
    on conflict do nothing;
  end if;
end $$;
