-- Where the recipients of a slice stood when it was let go of last: [{step, state, code, count}]. Null where no runtime has
-- let go of it since.
alter table slices add column places jsonb;
-- Of a job that runs failed recipients again: at which steps they came in, [{step, count}].
alter table slices add column entered jsonb;
-- How many record_ids there are, so that they need not be read to be counted. Null of the former version's.
alter table split_arms add column taken int;
-- Who started it: a person in the console, or an API key. Null of what started by itself, and of earlier jobs.
alter table jobs
  add column started_by_user uuid,
  add column started_by_key uuid;
