-- Returns the budget of a sender for its present day. On a new day, no message counts as sent. If the sender's time zone
-- was changed, the messages of the day that was present in the former zone count in the present day of the new zone,
-- until its next midnight. `onItsDay` of src/domain/job/sending/sending-time.ts does the same, and one test compares both.
--
-- If the zone is unchanged, a budget of a later day than p_at is left as it is: another process, whose clock is ahead,
-- has begun that day.
create or replace function budget_today(p_at timestamptz, p_sender senders, p_budget sender_budgets) returns sender_budgets
language plpgsql immutable
as $$
declare
  today date := (p_at at time zone p_sender.time_zone)::date;
begin
  if p_budget.zone is not null and p_budget.zone <> p_sender.time_zone then
    if p_budget.day < (p_at at time zone p_budget.zone)::date then
      p_budget.used := 0;
    end if;
    p_budget.day := today;
  elsif p_budget.day < today then
    p_budget.day := today;
    p_budget.used := 0;
  end if;
  p_budget.zone := p_sender.time_zone;
  return p_budget;
end $$;
