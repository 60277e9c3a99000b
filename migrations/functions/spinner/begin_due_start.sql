-- Starts the job of an automatic start (by schedule, new records or entries into a segment) that is due, by trigger_jobs,
-- and stores in the same commit that the start was made. So each due time of a spinner starts one job, even if two
-- processes try at the same time or one is killed midway.
--
-- Returns 'started'; 'empty' if there is no recipient, so that no job was started; 'taken' if the start was
-- made already or was removed; or 'refused' if trigger_jobs refuses it, in which case the start stays due.
create or replace function begin_due_start(
  p_now timestamptz, p_period text, p_organization uuid, p_spinner uuid, p_job uuid, p_due timestamptz, p_next timestamptz
) returns text
language plpgsql
--! include one_plan
as $$
declare
  outcome text := 'started';
  by_itself text;
  -- The options of the trigger if the spinner takes the records of a segment; otherwise null.
  options jsonb;
  -- The end of the ledger range of a job without recipients, because triggers have named all of its new records, or
  -- because its records were deleted.
  passed_seq bigint; passed_records bigint;
  -- Whether records were counted that are deleted.
  are_deleted boolean := false;
  -- The records that have entered the segment of the spinner and wait for a job; null for another start.
  entrants bigint[];
  is_paused boolean;
begin
  -- Locks the spinner before its start, in the order in which publishing and pausing lock them.
  select s.paused_at is not null into is_paused
    from spinners s where s.id = p_spinner and s.published_version is not null for no key update;
  if not found then
    -- Deletes the automatic start of a spinner that is no longer published, so nothing starts it.
    delete from spinner_starts b where b.spinner_id = p_spinner;
    return 'taken';
  end if;
  select b.starts ->> 'on' into by_itself from spinner_starts b
   where b.spinner_id = p_spinner and b.due_at = p_due and b.check_at is not null for no key update;
  if not found then
    return 'taken';
  end if;
  if exists (select from spinner_start_jobs b where b.spinner_id = p_spinner and b.due_at = p_due) then
    -- Continues with the next time. If a clock was fast and was set back, publishing may have set a time whose job was
    -- started already.
    update spinner_starts b set due_at = coalesce(p_next, 'infinity'), check_at = p_next where b.spinner_id = p_spinner;
    return 'taken';
  end if;
  if by_itself = 'segment' then
    -- A runtime may find entries while the spinner is being paused. They wait until it is resumed.
    entrants := array(
      select m.record_id
        from spinners s
        join segment_members m on m.spinner_id = s.id and m.entered_at is not null
        join records r on r.data_table_id = s.data_table_id and r.id = m.record_id
       where s.id = p_spinner and not is_paused
       order by m.entered_at, m.record_id limit 100000);
    if cardinality(entrants) = 0 then
      update spinner_starts b set check_at = null, stopped = null, stopped_at = null where b.spinner_id = p_spinner;
      return case when is_paused then 'taken' else 'empty' end;
    end if;
  end if;
  select jsonb_build_object('version', v.version, 'named', true, 'segment', jsonb_build_object(
           'id', g.id, 'estimate', greatest(coalesce(nullif(g.count_value, 0), l.appended), 1))) into options
    from spinners s
    join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
    join segments g on v.audience = 'segment:' || g.id
    cross join lateral end_of_ledger(p_table => s.data_table_id) l
   where s.id = p_spinner and entrants is null;
  if entrants is not null then
    select jsonb_build_object('version', s.published_version, 'named', true) into options from spinners s where s.id = p_spinner;
  end if;
  begin
    perform from trigger_jobs(
      p_now => p_now, p_period => p_period,
      p_triggers => jsonb_build_object(
        'digests', array[null], 'organizations', array[p_organization], 'spinners', array[p_spinner],
        'jobs', array[p_job],
        'options', case when options is not null then array[options] end),
      p_appends => null, explicit_entries => case when entrants is not null then array(select 1 from unnest(entrants)) end,
      explicit_ids => entrants,
      explicit_seqs => case when entrants is not null then array(select null::bigint from unnest(entrants)) end);
    if not found then
      return 'refused';
    end if;
    update jobs j set source = by_itself where j.id = p_job and j.to_records > j.from_records;
    are_deleted := found and entrants is null and not has_recipients(p_job => p_job);
    if not found or are_deleted then
      select j.to_seq, j.to_records into passed_seq, passed_records from jobs j where j.id = p_job;
      raise exception 'the audience is empty' using errcode = 'SP010';
    end if;
  exception
    -- At an error, PostgreSQL undoes everything that was written since "begin", including the job.
    when sqlstate 'SP010' then outcome := 'empty';
    when sqlstate 'SP001' then return 'refused';
  end;
  -- Counts these records as taken, as a job without recipients would; otherwise each check would start such a job again
  -- and undo it.
  update spinners s set taken_seq = passed_seq, taken_records = passed_records
   where s.id = p_spinner and s.taken_seq < passed_seq and entrants is null;
  update segment_members m
     set entered_at = null, started_at = case when outcome = 'started' then p_now else m.started_at end
   where m.spinner_id = p_spinner and m.record_id = any(entrants);
  if are_deleted and entrants is null then
    delete from audience_parts r
     where r.spinner_id = p_spinner and r.taken_by_job_id is null and r.records > 0;
  end if;
  update spinner_starts b
     set due_at = coalesce(p_next, 'infinity'), stopped = null, stopped_at = null,
         check_at = case when entrants is null or exists (
                      select from segment_members m where m.spinner_id = p_spinner and m.entered_at is not null) then p_next end
   where b.spinner_id = p_spinner;
  if outcome = 'started' then
    insert into spinner_start_jobs (spinner_id, due_at, job_id) values (p_spinner, p_due, p_job);
    -- Deletes notes of carried-out starts older than 7 days, because no process tries those starts again.
    delete from spinner_start_jobs b where b.spinner_id = p_spinner and b.due_at < p_due - interval '7 days';
  end if;
  return outcome;
end $$;
