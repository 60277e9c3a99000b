-- Stops the recipients of p_records, which belong to the erased person, except recipients whose message is being
-- sent at this moment, in up to p_slices slices of a job after p_after. No retry takes recipients of p_records that
-- have failed. Removes errors and evidence from recipients that name the address or belong to the person, also from
-- recipients that an exit is about to stop. Returns the last slice that was searched (null if none are left), how many
-- recipients were changed, and how many are being sent to.
create or replace function erase_recipients(
  p_job uuid, p_after int, p_slices int, p_records bigint[], p_address text, p_now timestamptz,
  out last_slice int, out erased int, out on_the_wire int
)
language plpgsql
--! include one_plan
as $$
declare
  is_going_on boolean;
  hit record;
  held slices;
  stopping bigint[];
  changed int;
begin
  erased := 0;
  on_the_wire := 0;
  last_slice := (
    select max(s.no) from (select no from slices where job_id = p_job and no > p_after order by no limit p_slices) s);
  if last_slice is null then
    return;
  end if;
  -- Locks the job, because the deletion of old recipients, which locks recipients before slices, skips a job
  -- that is locked in any way.
  select is_unfinished_job(j.status) into is_going_on from jobs j where j.id = p_job for key share;
  for hit in
    select r.slice, array_agg(r.record_id order by r.record_id) as ids,
           coalesce(array_agg(r.record_id) filter (where r.is_own), '{}') as own_ids
      -- Compares record ids with "in", which looks each id up in a set. "any" compares each recipient with
      -- every erased record, and took seconds for 10,000 records of one person.
      from (select slice, record_id, record_id in (select unnest(p_records)) as is_own,
                   strpos(lower(error), p_address) > 0 or strpos(lower(evidence::text), p_address) > 0
                     or strpos(lower(pending_stop::text), p_address) > 0 as is_named
              from recipients
             where job_id = p_job and slice > p_after and slice <= last_slice offset 0) r
     where r.is_own or r.is_named
     group by r.slice order by r.slice
  loop
    -- Locks each slice before its recipients, as all functions do (docs/contribute/locks.md, jobs); otherwise two
    -- transactions could deadlock.
    select * into held from slices s where s.job_id = p_job and s.no = hit.slice for no key update;
    stopping := array(
      select i from unnest(hit.own_ids) i where is_going_on and i <> all(held.sending));
    perform note_recipient_ends(
      p_job => p_job, p_slice => hit.slice, p_records => stopping, p_step => null,
      p_status => 'skipped', p_reason => 'PERSON_ERASED', p_at => p_now);
    update recipients r
       set status = 'skipped', reason = 'PERSON_ERASED', error = null, evidence = null, pending_stop = null, updated_at = p_now
     where r.job_id = p_job and r.slice = hit.slice and r.record_id = any(stopping) and is_unfinished_recipient(r.status);
    get diagnostics changed = row_count;
    erased := erased + changed;
    if changed > 0 then
      -- A runtime that has the lease of the slice learns of the erased recipients before it sends the next
      -- message, and updates the counts of the slice. Without a lease, the slice becomes due at once for a
      -- runtime to update it, unless the job is paused.
      update slices s
         set stopped_record_ids = case when s.lease_holder is null then s.stopped_record_ids else s.stopped_record_ids || stopping end,
             due_at = least(s.due_at, p_now)
       where s.job_id = p_job and s.no = hit.slice;
      perform count_slice(p_job => p_job, p_slice => hit.slice);
    end if;
    update recipients r set error = null, evidence = null, pending_stop = r.pending_stop - 'evidence'
     where r.job_id = p_job and r.slice = hit.slice and r.record_id = any(hit.ids)
       and (r.error is not null or r.evidence is not null or r.pending_stop -> 'evidence' is not null);
    get diagnostics changed = row_count;
    erased := erased + changed;
    update recipients r set pending_stop = '{"code": "PERSON_ERASED", "until": null}'
     where r.job_id = p_job and r.slice = hit.slice and r.record_id = any(hit.own_ids)
       and can_be_retried(r.status, r.reason) and r.pending_stop ->> 'code' is distinct from 'PERSON_ERASED';
    delete from step_waits w
     where w.job_id = p_job and w.slice = hit.slice and w.record_id = any(hit.own_ids);
    if held.lease_until > clock_timestamp() then
      on_the_wire := on_the_wire + (select count(*) from unnest(held.sending) s where s = any(hit.own_ids));
    end if;
  end loop;
end $$;
