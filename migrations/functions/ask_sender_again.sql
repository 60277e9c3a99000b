-- Lets those who wait for a sender ask it again at once, because there is another answer now: it was resumed, or its
-- limits are others. Each is then given a time anew, so the times of those who wait no more are free.
create or replace function ask_sender_again(p_sender uuid, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
declare
  organization uuid;
  open_slice record;
begin
  select s.organization_id into organization from senders s where s.id = p_sender;
  for open_slice in
    select s.job_id, s.no from slices s
      join (
        select o.job_id, o.no from slices o where o.organization_id = organization and o.state = 'open' and o.due_at > p_at
        union all
        select p.job_id, p.no from jobs j join slices p on p.job_id = j.id and p.state = 'paused' and p.due_at > p_at
         where j.organization_id = organization and j.status = 'paused'
      ) w on w.job_id = s.job_id and w.no = s.no
     where s.due_at > p_at and s.reasons is not null and s.state in ('open', 'paused')
     order by s.job_id, s.no for no key update of s
  loop
    update recipients r set due_at = p_at
     where r.job_id = open_slice.job_id and r.slice = open_slice.no and r.state = 'waiting' and r.due_at > p_at
       and r.evidence ->> 'senderId' = p_sender::text;
    if found then
      update slices s set due_at = p_at where s.job_id = open_slice.job_id and s.no = open_slice.no;
    end if;
  end loop;
  -- Last, as for every message.
  update sender_budgets b set given_until = p_at, given_day = null, given = 0, soon_until = null where b.sender_id = p_sender;
  perform ask_turns(p_organizations => array[organization], p_length => 'full');
end $$;
