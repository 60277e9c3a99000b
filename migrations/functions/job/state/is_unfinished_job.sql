-- Returns whether a job in a state has, or may have, recipients to write to (the opposite of `hasEnded` of
-- src/domain/job/job.ts). Every statement that finds all unfinished recipients uses this function,
-- is_unfinished_slice and is_unfinished_recipient, and lists no states; otherwise one of the statements would
-- forget a state such as 'paused'. The function has no settings of its own, so that the planner inlines it.
create or replace function is_unfinished_job(p_status text) returns boolean
language sql immutable parallel safe
as $$ select p_status in ('queued', 'scheduled', 'running', 'paused') $$;
