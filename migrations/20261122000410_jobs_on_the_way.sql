--! outside a transaction
-- How many jobs of an organization run or are scheduled is read by whoever looks at its home. A job is not entered here
-- when it is triggered.
create index concurrently jobs_on_the_way on jobs (organization_id, status) where status in ('running', 'scheduled');
