-- Returns for each spinner the facts that trigger_jobs needs to start its jobs:
--
--   published_version, takes_all  the published version, and whether its audience is the whole table
--   data_table_id                 the data table
--   taken_seq, taken_records      the position in the table's ledger up to which jobs of the spinner have taken records,
--                                 and the number of records up to it
--   paused_at, paused_actor_id    when the spinner was paused, and by whom; null if it is not paused
--   to_seq, to_records            the position up to which a new job takes records, and the number of records up to it
--
-- Called by trigger_jobs, whose settings apply here.
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
