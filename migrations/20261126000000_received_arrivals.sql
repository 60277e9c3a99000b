--! outside a transaction
-- Finds the few arrivals that no process has handled yet, oldest first.
create index concurrently arrivals_received on arrivals (received_at) where state = 'received';
