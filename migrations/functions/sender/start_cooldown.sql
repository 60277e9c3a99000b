-- Starts the cooldown of a sender: it sends nothing for p_seconds or, if p_seconds is null, for 1, 2, 4, … up to 60
-- minutes after consecutive failures.
create or replace function start_cooldown(p_sender uuid, p_at timestamptz, p_code text, p_seconds float8) returns void
language plpgsql
--! include one_plan
as $$
declare
  budget sender_budgets;
  in_row int;
begin
  select * into budget from sender_budgets b where b.sender_id = p_sender for no key update;
  if budget.cooldown_until > p_at then
    -- The failed message was marked before the cooldown of the sender began, so it only lengthens this cooldown.
    update sender_budgets b
       set cooldown_until = greatest(b.cooldown_until, p_at + make_interval(secs => coalesce(p_seconds, 0)))
     where b.sender_id = p_sender;
    return;
  end if;
  in_row := case when p_at < budget.cooldown_until
                          + make_interval(secs => least(60 * 2 ^ least(budget.cooldowns_in_row - 1, 10), 3600))
                 then budget.cooldowns_in_row + 1 else 1 end;
  update sender_budgets b
     set cooldown_until = p_at + make_interval(secs => coalesce(p_seconds, least(60 * 2 ^ least(in_row - 1, 10), 3600))),
         cooldowns_in_row = in_row, cooldown_code = p_code
   where b.sender_id = p_sender;
end $$;
