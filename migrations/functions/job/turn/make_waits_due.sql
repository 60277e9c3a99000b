-- Makes recipients of a job due that wait for the reasons in p_codes, in up to p_slices slices after p_after.
-- Returns the last slice that was checked; null if none are left.
create or replace function make_waits_due(p_job uuid, p_after int, p_slices int, p_codes text[], p_now timestamptz)
returns int
language plpgsql
--! include one_plan
as $$
declare
  is_sooner boolean;
  last_slice int := (
    select max(s.no) from (select no from slices where job_id = p_job and no > p_after order by no limit p_slices) s);
  one int;
begin
  for one in
    -- Checks every leased slice too, because the counts in its column `reasons` are written only when it is released.
    select s.no from slices s
     where s.job_id = p_job and s.no > p_after and s.no <= last_slice and is_unfinished_slice(s.state)
       and (s.lease_holder is not null
            or exists (select from jsonb_array_elements(s.reasons) counted where counted ->> 'code' = any(p_codes)))
     order by s.no
  loop
    -- Locks the slice before its recipients (docs/locks.md, jobs). The lock waits for a commit that is just
    -- marking messages, because that commit may have checked a rule that has changed since.
    perform from slices s where s.job_id = p_job and s.no = one for no key update;
    update recipients r set due_at = p_now
     where r.job_id = p_job and r.slice = one and r.state = 'waiting' and r.reason = any(p_codes) and r.due_at > p_now;
    is_sooner := found;
    -- Notes the review on a leased slice, because its runtime stores later that a recipient waits.
    update slices s set due_at = case when is_sooner then least(s.due_at, p_now) else s.due_at end,
           review_codes = case when s.lease_holder is not null then s.review_codes || p_codes end
     where s.job_id = p_job and s.no = one and (is_sooner or s.lease_holder is not null);
  end loop;
  return last_slice;
end $$;
