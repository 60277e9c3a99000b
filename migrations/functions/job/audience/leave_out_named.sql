-- Of what a job gave back, and no job has taken: whom a trigger named while the job had them goes to the job that named
-- them, and no job over new records takes them. Of one slice (p_slice), or of all that waits for the spinner's next
-- job. The spinner must be locked.
create or replace function leave_out_named(p_spinner uuid, p_job uuid, p_slice int) returns void
language plpgsql
--! include one_plan
as $$
declare
  ids bigint[]; jobs uuid[];
begin
  if p_slice is null then
    perform place_named(p_spinner => p_spinner);
    select array_agg(n.record_id), array_agg(n.job_id) into ids, jobs
      from named_records n where n.spinner_id = p_spinner and n.seq <= n.after_seq;
  else
    -- One without a place had not come in later, or the job would have passed over it.
    select array_agg(n.record_id), array_agg(n.job_id) into ids, jobs
      from returned_audiences r
      cross join unnest(r.record_ids) i(id)
      join named_records n on n.spinner_id = p_spinner and n.record_id = i.id and (n.seq is null or n.seq <= n.after_seq)
     where r.job_id = p_job and r.slice = p_slice;
  end if;
  if ids is not null then
    perform name_returned(
      p_spinners => array_fill(p_spinner, array[cardinality(ids)]), p_jobs => jobs,
      named_entries => array(select generate_series(1, cardinality(ids))), named_ids => ids);
  end if;
end $$;
