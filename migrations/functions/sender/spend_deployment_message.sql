-- Counts a message that an organization lets the deployment's mail server send outside of jobs, such as an invitation,
-- in the budget of its limited sender. Returns false, and counts nothing, if the sender has sent its messages of the
-- day. An organization without such a sender is not limited.
create or replace function spend_deployment_message(p_organization uuid, p_now timestamptz) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  sender senders;
  budget sender_budgets;
begin
  select * into sender from senders s where s.organization_id = p_organization and s.max_per_day is not null;
  if not found then
    return true;
  end if;
  insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, zone)
  values (sender.id, (p_now at time zone sender.time_zone)::date, 0, p_now, p_now, sender.time_zone)
  on conflict do nothing;
  select * into budget from sender_budgets b where b.sender_id = sender.id for no key update;
  budget := budget_today(p_at => p_now, p_sender => sender, p_budget => budget);
  if budget.used >= sender_allowance(p_sender => sender, p_day => budget.day) then
    return false;
  end if;
  update sender_budgets set day = budget.day, zone = budget.zone, used = budget.used + 1 where sender_id = sender.id;
  perform count_other_sent(p_sender => sender, p_at => p_now);
  return true;
end $$;
