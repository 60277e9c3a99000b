-- Returns the number of the advisory lock of a slice's messages in the log. A transaction that logs them shares the
-- lock. A reply whose message is not in the log waits for it, and then finds the message or leaves its state to it.
create or replace function key_of_message_log(p_job uuid, p_slice int) returns bigint
language sql immutable
as $$ select hashtextextended('log:' || p_job::text || ' ' || p_slice::text, 3) $$;
