-- The mails of a mailbox that could not be processed, with the number of failed attempts and the reason:
-- [{key, messageId, receivedAt, failures, reason: {code, words}, at}].
alter table mailboxes add column failing_mails jsonb not null default '[]';
