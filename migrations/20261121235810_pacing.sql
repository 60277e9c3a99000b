-- How many wait for a time on the day of given_until, so that no day is promised to more than it has room for.
alter table sender_budgets add column given_day date, add column given int not null default 0;
-- Up to when those have been given a time whom the sender has written to, or whose time has come before: they go first.
alter table sender_budgets add column soon_until timestamptz;
