-- Chooses the senders of several messages that have the same possible senders, in one statement. p_possible has
-- the positions of these senders in p_senders, p_budgets and p_is_paused. Returns the position of the sender of
-- each message, in the order of the messages. Returns null if the messages must be decided one by one, because
-- one of the senders leaves a gap between messages, or because not every message can be sent now.
--
-- Gives the same senders as sender_verdict for one message after the other, which took 100 µs more of CPU for
-- each message. Each message goes to the sender with the most messages left today, and lowers that number.
create or replace function choose_free_senders(
  p_at timestamptz, p_senders senders[], p_budgets sender_budgets[], p_is_paused boolean[], p_possible int[],
  p_has_begun boolean, p_messages int
) returns int[]
language plpgsql stable
--! include one_plan
as $$
declare
  sender senders;
  budget sender_budgets;
  nth int;
  room int;
  positions int[] := '{}';
  rooms int[] := '{}';
  uses int[] := '{}';
  chosen int[];
begin
  foreach nth in array p_possible loop
    sender := p_senders[nth];
    budget := budget_today(p_at => p_at, p_sender => sender, p_budget => p_budgets[nth]);
    if sender.gap_seconds > 0 then
      return null;
    end if;
    continue when p_is_paused[nth] or budget.cooldown_until > p_at
      or (not p_has_begun and budget.scheduled_day is not null and budget.scheduled_until > p_at);
    room := sender_allowance(p_sender => sender, p_day => budget.day) - budget.used;
    positions := positions || nth;
    rooms := rooms || room;
    uses := uses || budget.used;
  end loop;
  chosen := array(
    select f.nth
      from unnest(positions, rooms, uses) with ordinality as f(nth, room, used, no)
      cross join lateral generate_series(0, least(p_messages, f.room) - 1) as earlier
     order by coalesce(f.room - earlier, 2147483647) desc, f.used + earlier, f.no
     limit p_messages);
  return case when cardinality(chosen) = p_messages then chosen end;
end $$;
