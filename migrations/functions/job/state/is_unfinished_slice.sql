-- Whether a slice in a state may have recipients to write to, as is_unfinished_job tells of a job. A slice that a runtime
-- holds is 'open', also where the runtime has crashed and the lease runs out; 'paused' is one set aside with its job.
create or replace function is_unfinished_slice(p_state text) returns boolean
language sql immutable parallel safe
as $$ select p_state in ('open', 'paused') $$;
