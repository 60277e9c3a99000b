-- Where the recipients of a slice stood when it was let go of last, as "<step> <state> <code>", and how many of them at each
-- place. Null where no runtime has let go of it since. As arrays: of 2,000 slices they are read and added up in a few
-- milliseconds, as JSON in two hundred.
alter table slices add column places text[], add column place_counts int[];
-- Of a job that runs failed recipients again: at which steps they came in, [{step, count}].
alter table slices add column entered jsonb;
-- How many record_ids there are, so that they need not be read to be counted. Null of the former version's.
alter table split_arms add column taken int;
-- Who started it: a person in the console, or an API key. Null of what started by itself, and of earlier jobs.
alter table jobs
  add column started_by_user uuid,
  add column started_by_key uuid;
