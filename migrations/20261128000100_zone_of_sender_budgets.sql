-- The time zone by which `day` was counted; null if a process of a previous version created the row, which counts as
-- the sender's present zone. After a change of the sender's zone, the messages of the present day still count in the
-- present day of the new zone, so a move to the west blocks no second day, and a move to the east gives no second budget.
alter table sender_budgets add column zone text;
