-- Returns whether a job that has just been started has a recipient: a record of its range of the ledger that no trigger
-- named, or a record that a cancelled job returned to it. A job over a segment may have one. The records may have been
-- deleted since they were counted.
create or replace function has_recipients(p_job uuid) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  -- Whether the job leaves out records that triggers named, as lease_slice does.
  passes boolean;
begin
  select * into job from jobs j where j.id = p_job;
  passes := (select takes_new_records(p_audience => v.audience) from spinner_versions v
              where v.spinner_id = job.spinner_id and v.version = job.spinner_version);
  return exists (
      select from audience_parts b
       where b.taken_by_job_id = p_job and b.segment_id is not null)
    or exists (
      select from audience_parts b
       where b.taken_by_job_id = p_job and exists (
         select from unnest(b.record_ids) i(id) join records r on r.data_table_id = job.data_table_id and r.id = i.id))
    or exists (
      select from (
          select job.from_seq as from_seq, job.to_seq as to_seq
          union all
          select b.from_seq, b.to_seq from audience_parts b
           where b.taken_by_job_id = p_job and b.record_ids is null) p
        join appends a on a.data_table_id = job.data_table_id and a.seq > p.from_seq and a.seq <= p.to_seq
        join records r on r.data_table_id = job.data_table_id and r.id >= a.first_id and r.id < a.first_id + a.count
       where not passes or not exists (
         select from explicit_records n
          where n.spinner_id = job.spinner_id and n.record_id = r.id and n.seq = a.seq and n.seq > n.taken_seq));
end $$;
