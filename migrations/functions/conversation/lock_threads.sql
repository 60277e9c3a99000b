-- Locks the threads of an organization until the end of the transaction. Functions that add, merge or delete mails of
-- threads take this lock first; otherwise two mails with one key would begin two threads at once.
create or replace function lock_threads(p_organization uuid) returns void
language sql
as $$ select pg_advisory_xact_lock(hashtextextended('threads:' || p_organization::text, 4)) $$;
