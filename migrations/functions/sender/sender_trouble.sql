-- Returns the code of the reason why a sender must be paused for a spinner, and the counts that show it; null
-- if the sender is fine. `faultIn` of test/properties/sender-fault-rule.ts states the same rule, and one test
-- compares both. Each array holds the numbers of sent, bounced, complained and refused messages of one
-- period; p_recent also how many of the refusals came by a report.
create or replace function sender_trouble(
  p_recent bigint[], p_hour bigint[], p_day bigint[], p_all bigint[], out code text, out counts bigint[]
)
language plpgsql immutable
as $$
begin
  if p_recent[4] - coalesce(p_recent[5], 0) >= 5 and (p_recent[4] - coalesce(p_recent[5], 0)) * 2 >= p_recent[1] then
    code := 'PROVIDER_REFUSES';
    counts := p_recent[1:4];
  elsif p_recent[4] >= 5 and p_recent[4] * 2 >= p_recent[1] then
    code := 'MESSAGES_REFUSED';
    counts := p_recent[1:4];
  elsif p_all[1] <= 50 and p_all[2] * 10 >= 50 then
    code := 'EARLY_BOUNCES';
    counts := p_all;
  elsif p_hour[1] >= 20 and p_hour[2] >= 5 and p_hour[2] * 1000 >= p_hour[1] * 100 then
    code := 'BOUNCES_IN_HOUR';
    counts := p_hour;
  elsif p_day[1] >= 50 and p_day[2] >= 5 and p_day[2] * 1000 >= p_day[1] * 50 then
    code := 'BOUNCES_IN_DAY';
    counts := p_day;
  elsif p_hour[1] >= 50 and p_hour[3] >= 2 and p_hour[3] * 1000 >= p_hour[1] * 10 then
    code := 'COMPLAINTS_IN_HOUR';
    counts := p_hour;
  elsif p_day[1] >= 50 and p_day[3] >= 2 and p_day[3] * 1000 >= p_day[1] * 3 then
    code := 'COMPLAINTS_IN_DAY';
    counts := p_day;
  end if;
end $$;
