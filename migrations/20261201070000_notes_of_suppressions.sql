-- `note` is the note of a member about the suppression. A row whose `email` begins with "@" suppresses all addresses of a domain.
alter table suppressions add column note text;
