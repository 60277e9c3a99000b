-- Stores the next records of a segment in the audience of a job: p_records, which are those after p_after up to p_last.
-- p_last is null if no more follow. Does nothing if the job has ended, or if another process has stored these records
-- already. Jobs over new records skip them only if the spinner of the job asks for new records. The number of the job's
-- recipients, estimated so far, becomes exact with the last records.
-- Completes the job if no more records follow and all of its recipients have ended.
create or replace function store_segment_records(
  p_job uuid, p_after bigint, p_last bigint, p_records bigint[], p_now timestamptz
) returns void
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  part audience_parts;
  members bigint[] := '{}';
  expected bigint := 0;
  -- Whether jobs over new records skip the records, and the position up to which such jobs have taken records.
  counts_as_taken boolean;
  taken bigint;
begin
  -- Locks the spinner before the job, as cancelling does.
  select s.taken_seq into taken from stored_spinners s
   where s.id = (select j.spinner_id from jobs j where j.id = p_job) for no key update;
  select * into job from jobs j where j.id = p_job and is_unfinished_job(j.status) for no key update;
  select * into part from audience_parts r
   where r.taken_by_job_id = job.id and r.segment_id is not null and r.last_record_id = p_after;
  if part.job_id is null then
    return;
  end if;
  if cardinality(p_records) > 0 then
    counts_as_taken := (select takes_new_records(p_audience => v.audience) from spinner_versions v
                         where v.spinner_id = job.spinner_id and v.version = job.spinner_version);
    select a.listed into members from store_explicit_records(
      p_spinners => array[job.spinner_id], p_jobs => array[p_job],
      explicit_entries => array_fill(1, array[cardinality(p_records)]), explicit_ids => p_records,
      explicit_seqs => case when counts_as_taken
                            then places_of_records(p_table => job.data_table_id, p_after => taken, p_records => p_records)
                            else array_fill(null::bigint, array[cardinality(p_records)]) end,
      p_counts_as_taken => counts_as_taken) a;
    members := coalesce(members, '{}');
  end if;
  if p_last is null then
    delete from audience_parts r where r.job_id = part.job_id and r.slice = part.slice;
  else
    expected := greatest(part.records - cardinality(members), 0);
    update audience_parts r set last_record_id = p_last, records = expected
     where r.job_id = part.job_id and r.slice = part.slice;
  end if;
  update jobs j
     set first_explicit_ids = case when cardinality(members) > 0 then members[1:500] end,
         from_records = j.from_records - (cardinality(members) - (part.records - expected)),
         cut_seq = case when p_last is null and cardinality(members) = 0 then j.to_seq else j.cut_seq end
   where j.id = p_job;
  if p_last is null and cardinality(members) = 0 then
    perform complete_job(p_job => p_job, p_now => p_now);
  end if;
end $$;
