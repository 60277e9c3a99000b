-- Whether the sender was changed while its mailbox was read: it is due as soon as that reading ends. Two readers at once
-- would be the alternative.
alter table mailboxes add column reread boolean not null default false;
