-- `body_days` is the number of days after which the bodies of messages are deleted; null keeps them as long as their
-- entries.
alter table organizations add column body_days integer;
