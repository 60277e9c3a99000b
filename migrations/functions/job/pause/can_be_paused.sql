-- Returns whether a job in a state can be paused: it has not ended and is not paused already. The function has no
-- settings of its own, so that the planner inlines it (see is_unfinished_job).
create or replace function can_be_paused(p_status text) returns boolean
language sql immutable parallel safe
as $$ select p_status in ('queued', 'scheduled', 'running') $$;
