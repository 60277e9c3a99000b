--! outside a transaction
-- Finds the few recipients with a stop, among them failed recipients that no retry takes.
create index concurrently recipients_with_stops on recipients (job_id, slice) where pending_stop is not null;
