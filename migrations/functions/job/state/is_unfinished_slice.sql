-- Returns whether a slice in a state may have recipients to write to. See is_unfinished_job. A slice under
-- the lease of a runtime is 'open', even if the runtime has crashed; a slice of a paused job is 'paused'.
create or replace function is_unfinished_slice(p_status text) returns boolean
language sql immutable parallel safe
as $$ select p_status in ('open', 'paused') $$;
