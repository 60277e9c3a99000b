--! outside a transaction
-- Each index costs every job an entry at its start, and again at each change of its status. The readers of jobs_uncut
-- use jobs_uncut_of_organization, and no job has the status `failed`. The work after a restore, which read
-- jobs_unfinished, reads all jobs once instead.
drop index concurrently if exists jobs_uncut;
drop index concurrently if exists jobs_failed;
drop index concurrently if exists jobs_unfinished;
