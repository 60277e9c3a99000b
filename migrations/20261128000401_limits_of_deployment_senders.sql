-- The highest number of e-mails that the sender may send in a day, which the operator of the deployment sets and the
-- organization cannot change; null for none. Senders with their own accounts have none.
alter table senders add column max_per_day int check (max_per_day > 0);
