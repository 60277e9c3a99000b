-- Removes records from the records that a cancelled job returned, if a trigger named them while the job still
-- had them and no job has taken them since. The job of that trigger gets them, so no job over new records may
-- take them. Handles one slice (p_slice), or, if p_slice is null, all records that wait for the spinner's
-- next job. The spinner must be locked.
create or replace function exclude_named_from_returned(p_spinner uuid, p_job uuid, p_slice int) returns void
language plpgsql
--! include one_plan
as $$
declare
  ids bigint[]; jobs uuid[];
begin
  if p_slice is null then
    perform locate_named_records(p_spinner => p_spinner);
    select array_agg(n.record_id), array_agg(n.job_id) into ids, jobs
      from named_records n where n.spinner_id = p_spinner and n.seq <= n.taken_seq;
  else
    -- Includes named records whose position in the ledger is unknown. They were stored before they were named;
    -- otherwise the job over new records would have left them out.
    select array_agg(n.record_id), array_agg(n.job_id) into ids, jobs
      from returned_audiences r
      cross join unnest(r.record_ids) i(id)
      cross join lateral named_record(p_spinner => p_spinner, p_record => i.id) n
     where r.job_id = p_job and r.slice = p_slice and (n.seq is null or n.seq <= n.taken_seq);
  end if;
  if ids is not null then
    perform remove_named_from_returned(
      p_spinners => array_fill(p_spinner, array[cardinality(ids)]), p_jobs => jobs,
      named_entries => array(select generate_series(1, cardinality(ids))), named_ids => ids);
  end if;
end $$;
