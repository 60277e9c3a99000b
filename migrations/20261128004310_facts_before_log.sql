-- The state that a reply, bounce or complaint gives its message in the log of messages, if the log does not have the
-- message yet: a reply may be read before the outcome of its message is stored. The message gets this state when it is
-- logged. Null if the log has the message.
alter table inbound_facts add column logged_state text;
