-- Makes recipients due that wait for a date in their record, for a change of their record or for a condition on it, if
-- the record was written since a runtime last read it. Recipients in slices of a paused job become due too, for when the job
-- is resumed. A slice under a lease is left for the next call; otherwise the runtime's outcomes that are not
-- stored yet would be lost. Covers p_organization, or, if it is null, all organizations that are not in test
-- mode.
create or replace function wake_for_changed_records(p_now timestamptz, p_organization uuid) returns void
language plpgsql
--! include one_plan
as $$
declare
  -- Reads the database's clock, because leases end by it.
  leases_at timestamptz := clock_timestamp();
  one record;
  is_unfinished boolean;
  steps int[];
  ids bigint[];
begin
  for one in
    select w.job_id, w.slice from step_waits w
     where w.changed and case when p_organization is null
       then (select true from jobs j join test_clocks c on c.organization_id = j.organization_id where j.id = w.job_id) is null
       else (select j.organization_id = p_organization from jobs j where j.id = w.job_id) end
     group by w.job_id, w.slice order by w.job_id, w.slice limit 500
  loop
    -- Locks each slice before its recipients, as all functions do (docs/contribute/locks.md, jobs); otherwise two
    -- transactions could deadlock.
    select is_unfinished_slice(s.status) into is_unfinished from slices s
     where s.job_id = one.job_id and s.no = one.slice and (s.lease_until is null or s.lease_until <= leases_at)
       for no key update skip locked;
    continue when not found;
    with woken as (
      update step_waits w set changed = false
        from (select k.record_id, k.step from step_waits k
               where k.job_id = one.job_id and k.slice = one.slice and k.changed for update skip locked) c
       where w.job_id = one.job_id and w.slice = one.slice and w.record_id = c.record_id and w.step = c.step
      returning w.record_id, w.step
    )
    select array_agg(w.record_id), array_agg(w.step) into ids, steps from woken w;
    continue when ids is null or not is_unfinished;
    update recipients r set due_at = p_now
      from unnest(ids, steps) as w(id, step)
     where r.job_id = one.job_id and r.slice = one.slice and r.record_id = w.id and r.step = w.step and r.status = 'waiting'
       and r.reason in ('WAITS_FOR_DATE', 'WAITS_FOR_CHANGE', 'WAITS_FOR_CONDITION') and r.due_at > p_now;
    if found then
      update slices s set due_at = least(s.due_at, p_now) where s.job_id = one.job_id and s.no = one.slice;
    end if;
  end loop;
end $$;
