-- Returns whether a retry of a job's failed recipients may take a recipient with this state and reason.
-- The function has no settings of its own, so that the planner inlines it.
create or replace function can_be_retried(p_status text, p_reason text) returns boolean
language sql immutable parallel safe
as $$ select p_status = 'failed' or p_status = 'unconfirmed' and p_reason is not distinct from 'RESTORED' $$;
