-- Held by somebody: the job itself, or its spinner with all of its jobs. Nothing of it is due until it is resumed.
alter table jobs
  add column paused_at timestamptz,
  -- 'job' or 'spinner': which of the two has to be resumed.
  add column paused_by text,
  add column paused_user_id uuid,
  drop constraint jobs_status_check,
  add constraint jobs_status_check
    check (status in ('queued', 'scheduled', 'running', 'paused', 'completed', 'failed', 'cancelled')) not valid;
create index jobs_paused on jobs (organization_id, spinner_id, id) where status = 'paused';

-- Set aside, a slice of a paused job stands before nobody in the indexes of what is due. Its times stay.
alter table slices
  drop constraint slices_state_check,
  add constraint slices_state_check check (state in ('open', 'paused', 'closed')) not valid;
create index slices_paused on slices (job_id, no) where state = 'paused';

alter table spinners add column paused_at timestamptz, add column paused_user_id uuid;
