-- Organizations take turns (docs/decisions/0013-turns.md): what one has to do now is found without looking through what
-- others have, or what it has itself that waits. The indexes by id alone stay for the processes of the former version and
-- for the metrics.
--
-- Of slices that the former version has entered the organization is missing until the sweep adds it
-- (`due_organizations`), those that are due first before the others.
alter table slices add column organization_id uuid;
create index slices_due_of_organization on slices (organization_id, due_at) where state = 'open';
create index jobs_queued_of_organization on jobs (organization_id, id) where status = 'queued';
create index jobs_uncut_of_organization on jobs (organization_id, id) where status = 'running' and cut_seq < to_seq;
