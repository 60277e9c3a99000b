-- The words that a reply, bounce or complaint adds to its message in the log of messages, if the log does not have the
-- message yet. The message gets them with `logged_state` when it is logged. They may name the person.
alter table inbound_facts add column logged_words text;
