-- Counts a mail about an account in the daily budget of the sender that sends it. The mail does not wait for the
-- budget, so the count can be above the limit. It counts for the pool of the sender in the same way. Does nothing if the sender was deleted.
create or replace function count_account_mail(p_sender uuid, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, zone)
  select s.id, (p_at at time zone s.time_zone)::date, 0, p_at, p_at, s.time_zone from senders s where s.id = p_sender
  on conflict do nothing;
  update sender_budgets b
     set (day, used, zone) = (
       select t.day, t.used + 1, t.zone from budget_today(p_at => p_at, p_sender => s, p_budget => b) t)
    from senders s
   where s.id = p_sender and b.sender_id = p_sender;
  perform count_other_sent(p_sender => s, p_at => p_at) from senders s where s.id = p_sender and s.pool_id is not null;
end $$;
