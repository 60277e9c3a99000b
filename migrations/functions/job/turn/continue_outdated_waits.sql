-- Begins or continues the work that changes of a sender or of an organization leave (outdated_waits), for ten minutes. A
-- change that was not taken yet begins a round over all slices, at the place that the work has reached: frequent changes
-- do not keep the work at its first slices. After a change
-- of a sender, frees the times that it has given to waiting recipients, and ends its cooldown if the change says so;
-- each recipient that recheck_waits makes due afterwards gets a new sending time. Gives the change a new time, by
-- which an earlier call for the same sender or organization notices that this call does its work. Returns the change
-- with the time of its organization; nothing if no work is left.
create or replace function continue_outdated_waits(p_subject uuid, p_now timestamptz)
returns table (
  "organizationId" uuid, "subjectId" uuid, reasons text[], since timestamptz, at timestamptz,
  "doneJob" uuid, "doneSlice" int, "fromJob" uuid, "fromSlice" int
)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  change outdated_waits;
  now_of_organization timestamptz;
  is_new_round boolean;
begin
  -- Waits for leases that may have read a former time zone, so that the caller finds their slices.
  perform pg_advisory_xact_lock(zone_lock(p_organization => w.organization_id))
    from outdated_waits w where w.subject_id = p_subject and w.reasons is not null;
  -- Locks the paces of spinners before the change, as publishing does, in the order of their ids.
  perform from spinner_paces p
    where p.organization_id = (
      select w.organization_id from outdated_waits w where w.subject_id = p_subject and 'SPINNER_PACE' = any(w.reasons))
    order by p.spinner_id for no key update;
  -- Locks the budget before the change, as a change or deletion of a sender does (docs/contribute/locks.md, sending).
  perform from sender_budgets b where b.sender_id = p_subject for update;
  select w.* into change from outdated_waits w where w.subject_id = p_subject for update;
  if not found then
    return;
  end if;
  now_of_organization := coalesce(
    (select c.now from test_clocks c where c.organization_id = change.organization_id), p_now);
  is_new_round := change.round_since is distinct from change.since;
  -- Keeps the times that the present round has given already.
  update sender_budgets b
     set cooldown_until = case when change.ends_cooldown then null else b.cooldown_until end,
         cooldowns_in_row = case when change.ends_cooldown then 0 else b.cooldowns_in_row end,
         cooldown_code = case when change.ends_cooldown then null else b.cooldown_code end,
         -- After a change of the time zone, counts the messages of the present day in the day of the new zone at once.
         (day, used, zone) = (
           select t.day, t.used, t.zone from budget_today(p_at => now_of_organization, p_sender => s, p_budget => b) t),
         scheduled_until = now_of_organization, scheduled_day = null, scheduled_count = 0, priority_until = null,
         -- If the sender's gap between messages was shortened, the shorter gap applies to its next message already.
         next_at = least(b.next_at, now_of_organization + make_interval(secs => s.gap_seconds))
    from senders s
   where is_new_round and s.id = p_subject and b.sender_id = p_subject;
  -- Frees the places that the paces of the organization's spinners have given; recheck_waits lets recipients forget theirs.
  update spinner_paces p set queue_day = null, queue_count = 0, late_day = null, late_count = 0, counted_at = null
   where is_new_round and 'SPINNER_PACE' = any(change.reasons) and p.organization_id = change.organization_id;
  return query
    update outdated_waits w
       set since = greatest(now_of_organization, w.since + interval '1 millisecond'),
           round_since = greatest(now_of_organization, w.since + interval '1 millisecond'), ends_cooldown = false,
           round_from_job_id = case when is_new_round then w.last_job_id else w.round_from_job_id end,
           round_from_slice = case when is_new_round then w.last_slice else w.round_from_slice end,
           lease_until = clock_timestamp() + interval '10 minutes'
     where w.subject_id = p_subject
    returning w.organization_id, w.subject_id, w.reasons, w.since, now_of_organization,
              w.last_job_id, w.last_slice, w.round_from_job_id, w.round_from_slice;
end $$;
