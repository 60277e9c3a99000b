-- Deletes the meters of months that have not begun, which test organizations have because their plans counted by the
-- test clock. Otherwise such a month would begin with a meter that is used already.
delete from spendings s using test_clocks c
 where c.organization_id = s.organization_id and s.period > to_char(now() at time zone 'UTC', 'YYYY-MM');
delete from meters m using test_clocks c
 where c.organization_id = m.organization_id and m.period > to_char(now() at time zone 'UTC', 'YYYY-MM');
