-- `earlier_at` has the times of the earlier messages of the same step that a user had sent again to the recipient. The
-- contact policy counts them.
alter table sent_emails add column earlier_at timestamptz[];
