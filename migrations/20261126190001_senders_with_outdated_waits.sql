--! outside a transaction
-- Finds the few senders whose change was interrupted.
create index concurrently senders_with_outdated_waits on senders (id) where waits_outdated_since is not null;
