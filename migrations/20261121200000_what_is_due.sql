-- What is due is found by an index that holds little else. The sweep went through every unfinished job, each second in
-- every runtime: with 500,000 jobs in a wait step it took a second, and ingest fell from 5,648 to 486 requests a second.
-- `jobs_unfinished` stays for the processes of the former version and can go with the version after this one.
create index jobs_queued on jobs (id) where status = 'queued';
create index jobs_running on jobs (id) where status = 'running';
create index jobs_uncut on jobs (id) where status = 'running' and cut_seq < to_seq;
create index slices_due_at on slices (due_at) where state = 'open';
