-- The end of the lease under which a mailbox is read, by the database's clock; due_at is by the service's clock. Null
-- while nobody reads the mailbox, and while the former version reads it: its lease ends at due_at.
alter table mailboxes add column lease_until timestamptz;
