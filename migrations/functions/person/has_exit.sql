-- Returns whether a version of a spinner lets an event stop or hold its recipients. `replyElsewhere` is a reply to
-- another message than those that the recipient got in its own job.
create or replace function has_exit(p_version spinner_versions, p_exit text) returns boolean
language sql immutable
as $$
  select case when p_exit = 'replyElsewhere' then 'reply' = any(p_version.exits) and p_version.reply ->> 'scope' = 'everywhere'
              else p_exit = any(p_version.exits) end
$$;
