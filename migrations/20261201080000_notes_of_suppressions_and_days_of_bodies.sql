-- `note` is the note of a member about the suppression. A row whose `email` begins with "@" suppresses all addresses of a domain.
alter table suppressions add column note text;

-- `body_days` is the number of days after which the bodies of messages are deleted; null keeps them as long as their
-- entries.
alter table organizations add column body_days integer;
