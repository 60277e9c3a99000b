-- Makes recipients that wait for a sender due now, because the sender was resumed or connected again, or its
-- limits have changed. Each recipient then gets a new sending time, so the times of recipients that no longer wait
-- become free.
create or replace function make_sender_recipients_due(p_sender uuid, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  organization uuid;
  open_slice record;
  is_sooner boolean;
begin
  select s.organization_id into organization from senders s where s.id = p_sender;
  for open_slice in
    select s.job_id, s.no from slices s
      join (
        select o.job_id, o.no from slices o where o.organization_id = organization and o.state = 'open'
        union all
        select p.job_id, p.no from jobs j join slices p on p.job_id = j.id and p.state = 'paused'
         where j.organization_id = organization and j.status = 'paused'
      ) w on w.job_id = s.job_id and w.no = s.no
     -- Includes slices that are due for other recipients, or that a runtime has leased: their recipients that
     -- wait for the sender may be due much later.
     where is_unfinished_slice(s.state) and (s.reasons is not null or s.lease_holder is not null)
     order by s.job_id, s.no for no key update of s
  loop
    update recipients r set due_at = p_at
     where r.job_id = open_slice.job_id and r.slice = open_slice.no and r.due_at > p_at
       and waits_for_sender(p_recipient => r, p_senders => array[p_sender::text]);
    is_sooner := found;
    -- Notes the sender on a leased slice, because its runtime stores later that a recipient waits.
    update slices s set due_at = case when is_sooner then least(s.due_at, p_at) else s.due_at end,
           review_codes = case when s.lease_holder is not null then s.review_codes || p_sender::text end
     where s.job_id = open_slice.job_id and s.no = open_slice.no and (is_sooner or s.lease_holder is not null);
  end loop;
  -- Locks the sender's budget last, in the order in which every sending locks.
  update sender_budgets b
     set rests_until = null, rests_in_row = 0, rest_code = null,
         scheduled_until = p_at, scheduled_day = null, scheduled_count = 0, priority_until = null,
         -- If the sender's gap between messages was shortened, the shorter gap applies to its next message already.
         next_at = least(b.next_at, p_at + make_interval(secs => s.gap_seconds))
    from senders s
   where s.id = p_sender and b.sender_id = p_sender;
  perform request_turns(p_organizations => array[organization], p_length => 'full');
end $$;
