-- Returns for each spinner what trigger_jobs needs to start its jobs: the published version and whether its audience is
-- the whole table; the data table; the position in the table's ledger up to which jobs of the spinner have taken records
-- (taken_seq), and how many records that is; who paused the spinner, and when; and the position up to which a new job
-- takes records (to_seq), with their number. Called by trigger_jobs, whose settings apply here.
create or replace function job_targets(p_spinners uuid[]) returns table (
  spinner_id uuid, published_version int, data_table_id uuid, takes_all boolean, taken_seq bigint, taken_records bigint,
  paused_at timestamptz, paused_actor_id uuid, to_seq bigint, to_records bigint
)
language sql stable
as $$
  select s.id, s.published_version, s.data_table_id, v.audience = 'all', s.taken_seq, s.taken_records,
         s.paused_at, s.paused_actor_id, greatest(t.last_seq, s.taken_seq), greatest(t.appended, s.taken_records)
    from spinners s
    join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
    cross join lateral end_of_ledger(p_table => s.data_table_id) t
   where s.id = any(p_spinners)
$$;
