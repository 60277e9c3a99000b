-- Makes recipients of some slices due that wait for one of p_causes: the code of a reason, or the id of a sender that was
-- changed, resumed, connected again or deleted. p_slices has the number of a slice for each of p_jobs.
create or replace function recheck_waits(p_causes text[], p_jobs uuid[], p_slices int[], p_at timestamptz)
returns void
language plpgsql
--! include one_plan
as $$
declare
  part record;
  is_sooner boolean;
begin
  for part in
    select p.job, p.slice from unnest(p_jobs, p_slices) as p(job, slice) order by p.job, p.slice
  loop
    -- Locks the slice before its recipients (docs/contribute/locks.md, jobs). The lock waits for a commit that is just
    -- marking messages, because that commit may have checked a rule that has changed since.
    perform from slices s
      where s.job_id = part.job and s.no = part.slice and is_unfinished_slice(s.status) for no key update;
    continue when not found;
    update recipients r set due_at = p_at, pace_day = case when r.reason = 'SPINNER_PACE' then null else r.pace_day end
     where r.job_id = part.job and r.slice = part.slice and r.status = 'waiting' and r.due_at > p_at
       and (r.reason = any(p_causes) or waits_for_sender(p_recipient => r, p_senders => p_causes));
    is_sooner := found;
    -- Notes the causes on a leased slice (review_codes), because its runtime stores later that a recipient waits.
    update slices s set due_at = case when is_sooner then least(s.due_at, p_at) else s.due_at end,
           review_codes = case when s.lease_holder is not null then s.review_codes || p_causes end
     where s.job_id = part.job and s.no = part.slice and (is_sooner or s.lease_holder is not null);
  end loop;
  perform request_turns(
    p_organizations => array(select distinct j.organization_id from jobs j where j.id = any(p_jobs)));
end $$;
