-- Returns whether a slice in a state may have recipients to write to. See is_unfinished_job. A slice that a
-- runtime holds is 'open', even if the runtime has crashed and the lease runs out; a slice that is set aside
-- with its job is 'paused'.
create or replace function is_unfinished_slice(p_state text) returns boolean
language sql immutable parallel safe
as $$ select p_state in ('open', 'paused') $$;
