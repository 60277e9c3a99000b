-- Removes records from the records that a cancelled job returned, if a trigger named them while the job still
-- had them and no job has taken them since. The job of that trigger gets them, so no job over new records may
-- take them. Handles one slice (p_slice), or, if p_slice is null, all records that wait for the spinner's
-- next job. The spinner must be locked.
--
-- A record that jobs over new records skip (seq > taken_seq) is among the returned ones only if the job that named it
-- first was cancelled. A later trigger that named it then has it.
create or replace function exclude_explicit_from_released(p_spinner uuid, p_job uuid, p_slice int) returns void
language plpgsql
--! include one_plan
as $$
declare
  ids bigint[]; jobs uuid[];
begin
  if p_slice is null then
    perform locate_explicit_records(p_spinner => p_spinner);
    select array_agg(n.record_id), array_agg(n.job_id) into ids, jobs
      from (
        select r.record_id, r.job_id from explicit_records r where r.spinner_id = p_spinner and r.seq <= r.taken_seq
        union all
        select r.record_id, o.job_id
          from explicit_record_other_jobs o
          join explicit_records r on r.spinner_id = o.spinner_id and r.record_id = o.record_id and r.seq > r.taken_seq
         where o.spinner_id = p_spinner) n;
  else
    -- Includes named records whose position in the ledger is unknown. They were stored before they were named;
    -- otherwise the job over new records would have left them out.
    select array_agg(n.record_id), array_agg(coalesce(o.job_id, n.job_id)) into ids, jobs
      from audience_parts r
      cross join unnest(r.record_ids) i(id)
      cross join lateral explicit_record(p_spinner => p_spinner, p_record => i.id) n
      left join lateral (
        select a.job_id from explicit_record_other_jobs a
         where a.spinner_id = p_spinner and a.record_id = i.id and n.seq > n.taken_seq order by a.job_id limit 1) o on true
     where r.job_id = p_job and r.slice = p_slice
       and (n.seq is null or n.seq <= n.taken_seq or o.job_id is not null);
  end if;
  if ids is not null then
    perform remove_explicit_from_released(
      p_spinners => array_fill(p_spinner, array[cardinality(ids)]), p_jobs => jobs,
      explicit_entries => array(select generate_series(1, cardinality(ids))), explicit_ids => ids);
  end if;
end $$;
