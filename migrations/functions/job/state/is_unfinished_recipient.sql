-- Returns whether a recipient in a state has steps left (`isUnfinished` of
-- src/domain/job/recipient/recipient-status.ts). See is_unfinished_job.
create or replace function is_unfinished_recipient(p_status text) returns boolean
language sql immutable parallel safe
as $$ select p_status in ('pending', 'waiting') $$;
