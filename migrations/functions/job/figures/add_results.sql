-- Adds the messages and reactions of a period to the table `spinner_results`, as `message_results` counts them.
create or replace function add_results(p_organization uuid, p_since timestamptz, p_until timestamptz) returns void
language plpgsql
as $$
begin
  insert into spinner_results as s
  select * from message_results(
    p_organization => p_organization, p_since => p_since, p_until => p_until, p_by_source => true)
  on conflict (spinner_id, day, version, step, variant, sender_id, source) do update
     set reached = s.reached + excluded.reached, sent = s.sent + excluded.sent, captured = s.captured + excluded.captured,
         replied = s.replied + excluded.replied, automatic_replies = s.automatic_replies + excluded.automatic_replies,
         bounced = s.bounced + excluded.bounced, unsubscribed = s.unsubscribed + excluded.unsubscribed,
         complained = s.complained + excluded.complained, reached_goal = s.reached_goal + excluded.reached_goal;
end $$;
