-- Removes records that triggers have just named from the records that cancelled jobs returned. So the jobs of
-- the triggers get them, and not the next job over new records. Records that a job has taken since are left
-- alone. Rarely finds any record to remove. Spinners in the bin count too, because they can be restored.
create or replace function remove_explicit_from_released(p_spinners uuid[], p_jobs uuid[], explicit_entries int[], explicit_ids bigint[])
returns void
language plpgsql
--! include joins_of_many_rows
as $$
declare
  back record;
  hits bigint[]; owners uuid[]; seqs bigint[];
begin
  for back in
    select r.*, s.data_table_id from audience_parts r join stored_spinners s on s.id = r.spinner_id
     where r.spinner_id = any(p_spinners) and r.taken_by_job_id is null order by r.job_id, r.slice
  loop
    if back.record_ids is not null then
      select array_agg(h.id), array_agg(h.job_id), array_agg(0) into hits, owners, seqs
        from (select n.id, min(p_jobs[n.entry]::text)::uuid as job_id from unnest(explicit_entries, explicit_ids) n(entry, id)
               where p_spinners[n.entry] = back.spinner_id and n.id in (select unnest(back.record_ids)) group by n.id) h;
    else
      -- Skips records of a returned range that were named before (seq > taken_seq), because jobs over the
      -- range leave them out already.
      select array_agg(h.id), array_agg(h.job_id), array_agg(h.seq) into hits, owners, seqs
        from (select n.id, min(p_jobs[n.entry]::text)::uuid as job_id, min(a.seq) as seq
                from unnest(explicit_entries, explicit_ids) n(entry, id)
                join appends a on a.first_id = n.id - n.id % 512 and n.id < a.first_id + a.count
               where p_spinners[n.entry] = back.spinner_id
                 and a.data_table_id = back.data_table_id and a.seq > back.from_seq and a.seq <= back.to_seq
                 and not exists (select from explicit_records o where o.spinner_id = back.spinner_id and o.record_id = n.id
                                    and o.seq > o.taken_seq)
               group by n.id) h;
    end if;
    continue when hits is null;
    insert into explicit_records as o (spinner_id, record_id, seq, taken_seq, job_id)
    select back.spinner_id, h.id, h.seq, -1, h.job_id from unnest(hits, owners, seqs) h(id, job_id, seq) order by h.id
    -- Keeps the stored position (seq, taken_seq) of a record that jobs over new records skip already
    -- (seq > taken_seq), so that those jobs still skip it.
    on conflict (spinner_id, record_id) do update
       set job_id = excluded.job_id,
           seq = case when o.seq > o.taken_seq then o.seq else excluded.seq end,
           taken_seq = case when o.seq > o.taken_seq then o.taken_seq else excluded.taken_seq end;
    update audience_parts r
       set records = r.records - cardinality(hits),
           record_ids = case when r.record_ids is not null
                             then array(select i from unnest(r.record_ids) i where i not in (select unnest(hits))) end
     where r.job_id = back.job_id and r.slice = back.slice;
    delete from audience_parts r where r.job_id = back.job_id and r.slice = back.slice and r.record_ids = '{}';
  end loop;
end $$;
