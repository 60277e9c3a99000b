-- Gives p_holder the lease of a due slice of a job, or of a new slice made from the next records of its
-- audience. Returns a row that describes the slice, then one for each recipient that is due. Starts the job
-- if it is still queued. Returns no row if nothing is due, and a row with a segment if the records of the audience must
-- be chosen first.
--
-- Runtimes call it by lease_turn_slice, which passes over organizations that are leaving (is_leaving). The work after a
-- restore calls it for these organizations too, because their jobs continue if they stay.
--
-- Leases use the database's clock, everything else p_now. Doing all of this in one statement saves a job of
-- one recipient two statements before its first message.
create or replace function lease_slice(
  p_job uuid, p_holder uuid, p_seconds float8, p_connection uuid, p_now timestamptz
)
returns table (slice jsonb, record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
language plpgsql
--! include one_plan
as $$
declare
  -- Keeps the time of the database in a variable, because a call of clock_timestamp() cannot bound the range of
  -- an index.
  leases_at timestamptz := clock_timestamp();
  leased_until timestamptz := leases_at + make_interval(secs => p_seconds);
  job jobs;
  taken slices;
  is_queued boolean;
  is_cut boolean := true;
  cut_to bigint;
  cut_records bigint;
  created int;
  -- The next records that a cancelled job returned to the spinner: a range of the ledger (`back`), or records
  -- of one of its slices (`listed`). `listed` can also be the next records that the job's trigger named.
  back audience_parts;
  listed bigint[];
  source_from bigint;
  source_to bigint;
  next_cut bigint;
  -- Whether the new slice's range contains records that triggers named. The slice leaves them out, because the
  -- jobs of those triggers have them.
  passes boolean := false;
  version record;
begin
  -- Leases nothing of a paused spinner. Pauses the job if the pause of the spinner has not reached it yet, or never
  -- reaches it because its process died. Passes over a job that is locked, as by such a pause.
  if exists (
    select from jobs j join stored_spinners s on s.id = j.spinner_id
     where j.id = p_job and s.paused_at is not null and can_be_paused(j.status)
  ) then
    perform from jobs j where j.id = p_job and can_be_paused(j.status) for no key update skip locked;
    if found then
      perform pause_with_spinner(p_job => p_job);
    end if;
    return;
  end if;
  -- Turns off the wait for the disk at the commit, because nothing was sent yet. The write-ahead log is written
  -- in order, so the commit that marks the first message as being sent also writes this one to the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- Starts a queued job that retries failed recipients, because it has its slices from the beginning. Any other
  -- queued job has no slices yet; the update below that stores how much of its audience is in slices starts it.
  select * into job from jobs j where j.id = p_job and j.status = 'queued' for no key update;
  is_queued := found;
  if is_queued and job.retry_of is not null then
    update jobs j set status = 'running', started_at = p_now where j.id = p_job;
    perform note_job_event(p_job => p_job, p_type => 'job.started', p_at => p_now);
    is_queued := false;
  end if;
  if not is_queued then
    -- Takes a due slice. A released slice has no lease_until; any other slice here had a lease that expired, so
    -- its lost leases are counted.
    update slices s set lease_holder = p_holder, lease_until = leased_until, lease_connection = p_connection,
           changed_record_ids = '{}',
           lost_leases = case when s.lease_until is null then 0 else s.lost_leases + 1 end,
           preparing_record_id = case when s.lease_until is null then null else s.preparing_record_id end
     where s.job_id = p_job and s.no = (
       select d.no from slices d join jobs j on j.id = d.job_id and j.status = 'running'
        where d.job_id = p_job and d.status = 'open' and d.due_at <= p_now
          and (d.lease_until is null or d.lease_until <= leases_at)
        order by d.due_at, d.no limit 1 for update of d skip locked)
    returning * into taken;
    is_cut := not found;
    if is_cut then
      select * into job from jobs j
       where j.id = p_job and j.status = 'running' and j.cut_seq < j.to_seq for no key update;
    else
      select * into job from jobs j where j.id = p_job;
      next_cut := job.cut_seq;
    end if;
  end if;
  if is_cut then
    -- Completes a job whose audience has no records, because it has no last slice that would do so.
    if job.id is null or job.cut_seq >= job.to_seq then
      if is_queued then
        update jobs j set status = 'running', started_at = p_now where j.id = p_job;
        perform note_job_event(p_job => p_job, p_type => 'job.started', p_at => p_now);
      end if;
      perform complete_job(p_job => p_job, p_now => p_now);
      return;
    end if;
    source_from := job.cut_seq;
    source_to := job.to_seq;
    -- Makes the new slice from the records that the job's trigger named, if it named some. A job over new records first
    -- takes the records that cancelled jobs returned, because they have waited longest.
    if job.cut_seq < job.from_seq then
      listed := coalesce(job.first_explicit_ids, next_audience_part(p_job => p_job));
      cut_records := cardinality(listed);
      if listed is null then
        select * into back from audience_parts r where r.taken_by_job_id = p_job order by r.job_id, r.slice limit 1;
        if back.segment_id is not null then
          -- Returns the part instead of a slice. The caller looks for records of the segment, because only the service
          -- can evaluate conditions, and calls store_segment_records and this function again. The first call decides up to
          -- which record the audience goes.
          if back.end_record_id is null then
            update audience_parts r
               set end_record_id = coalesce((select max(x.id) from records x where x.data_table_id = job.data_table_id), 0)
             where r.job_id = back.job_id and r.slice = back.slice
            returning * into back;
          end if;
          return query
            select jsonb_build_object(
                     'segmentId', back.segment_id, 'jobId', p_job, 'organizationId', job.organization_id,
                     'dataTableId', job.data_table_id, 'lastRecordId', back.last_record_id::text,
                     'endRecordId', back.end_record_id::text),
                   null::bigint, null::int, null::int, null::jsonb, null::boolean;
          return;
        end if;
        source_from := back.from_seq;
        source_to := back.to_seq;
      end if;
    end if;
    if listed is null then
      -- Makes the slice of as many whole appends as have at most 500 records together; one append has 1 to 500
      -- records.
      select max(b.seq), max(b.running) into cut_to, cut_records
        from (select a.seq, sum(a.count) over (order by a.seq) as running
                from (select seq, count from appends
                       where data_table_id = job.data_table_id and seq > source_from and seq <= source_to
                       order by seq limit 500) a) b
       where b.running <= 500;
      if cut_to is null then
        raise exception 'the ledger has not all appends of the audience of job %', p_job;
      end if;
      passes := exists (
                  select from explicit_records n
                   where n.spinner_id = job.spinner_id and n.seq > source_from and n.seq <= cut_to and n.seq > n.taken_seq)
                and (select takes_new_records(p_audience => v.audience) from spinner_versions v
                      where v.spinner_id = job.spinner_id and v.version = job.spinner_version);
      if passes then
        cut_records := cut_records - (
          select count(*) from explicit_records n
           where n.spinner_id = job.spinner_id and n.seq > source_from and n.seq <= cut_to and n.seq > n.taken_seq);
      end if;
    end if;
    next_cut := cut_to;
    if job.cut_seq < job.from_seq then
      if cut_to = source_to then
        delete from audience_parts r where r.job_id = back.job_id and r.slice = back.slice;
      elsif cut_to is not null then
        update audience_parts r set from_seq = cut_to, records = r.records - cut_records
         where r.job_id = back.job_id and r.slice = back.slice;
      end if;
      next_cut := case when exists (select from audience_parts r where r.taken_by_job_id = p_job)
                       then job.cut_seq else job.from_seq end;
    end if;
    taken.lost_leases := 0;
    taken.no := case when is_queued then 1
                     else (select coalesce(max(s.no), 0) + 1 from slices s where s.job_id = p_job) end;
    if listed is not null then
      taken.sending := '{}';
      insert into recipients (job_id, slice, record_id, due_at, updated_at)
      select p_job, taken.no, l.id, p_now, p_now from unnest(listed) as l(id)
       where exists (select from records rec where rec.data_table_id = job.data_table_id and rec.id = l.id);
      get diagnostics created = row_count;
    end if;
  end if;

  -- Reads the column names of the spinner's version and the keys under which records store these columns in one
  -- statement, because a rename changes both in one commit.
  select v.spinner_id, v.version, v.steps, v.is_plain, v.metadata_columns, v.send_window, v.audience, v.exclude, v.exits, v.goal,
         t.column_keys
    into version
    from spinner_versions v
    left join data_tables t on t.id = job.data_table_id
   where v.spinner_id = job.spinner_id and v.version = job.spinner_version;
  if version.send_window is not null or not version.is_plain then
    perform pg_advisory_xact_lock_shared(zone_lock(p_organization => job.organization_id));
  end if;
  return query
    select jsonb_build_object(
             'no', taken.no, 'organizationId', job.organization_id, 'spinnerId', version.spinner_id,
             'dataTableId', job.data_table_id,
             'version', version.version,
             'steps', version.steps, 'metadataColumns', version.metadata_columns,
             'lostLeases', taken.lost_leases, 'preparingRecordId', taken.preparing_record_id::text,
             'segments', case
               when version.exclude is not null or job.exclude is not null
                 or version.audience like 'new:%'
                 or array_to_string(version.exits, ' ') ~ 'segment:|leftAudience|goalReached'
               then jsonb_build_object('audience', version.audience, 'exclude', version.exclude, 'exits', version.exits, 'goal', version.goal,
                                       'excludeOfJob', job.exclude) end,
             'goal', version.goal, 'sendWindow', version.send_window, 'triggerData', job.data,
             'timeZone', case when version.send_window is not null or not version.is_plain then (
               select o.time_zone from organizations o where o.id = job.organization_id) end,
             'senders', case when exists (select from senders x where x.organization_id = job.organization_id)
                             then slice_senders(p_job => p_job, p_slice => taken.no) end,
             'temporaryRefusal', case when not is_cut and (taken.reasons is not null or taken.lost_leases > 0) then (
               select jsonb_object_agg(q.record_id, q.evidence)
                 from recipients q
                where q.job_id = p_job and q.slice = taken.no and q.status = 'waiting' and q.evidence ? 'refusedSince') end,
             'gotEmail', case when not is_cut and job.retry_of is not null and version.goal ? 'holdoutPercent' then (
               select coalesce(jsonb_object_agg(r.record_id, true), '{}')
                 from recipients r
                where r.job_id = p_job and r.slice = taken.no and is_unfinished_recipient(r.status) and r.due_at <= p_now
                  and exists (
                    select from message_results m
                     where m.job_id = any(jobs_of_recipient(p_job => job)) and m.slice = taken.no
                       and m.record_id = r.record_id and m.channel = 'email' and m.status <> 'failed')) end,
             'reachedGoal', case when not is_cut and 'goalReached' = any(version.exits) then (
               select coalesce(jsonb_object_agg(r.record_id, true), '{}')
                 from recipients r
                 join goal_outcomes o
                   on o.job_id = root_of_job(p_job => job) and o.record_id = r.record_id and o.reached_at is not null
                where r.job_id = p_job and r.slice = taken.no and is_unfinished_recipient(r.status)
                  and r.due_at <= p_now) end,
             'more', next_cut < job.to_seq or exists (
               select from slices s
                where s.job_id = p_job and s.status = 'open' and s.due_at <= p_now
                  and (s.lease_until is null or s.lease_until <= leases_at))),
           null::bigint, null::int, null::int, null::jsonb, null::boolean
     where version.version is not null;

  if not is_cut or listed is not null then
    return query
      -- Keeps the planner from turning the look-up of records into a join ("offset 0"), so that each record is
      -- found by its whole primary key.
      select null::jsonb, r.record_id, r.step, r.attempts,
             case when version.column_keys is null then rec.data else named_cells(rec.data, version.column_keys) end,
             r.record_id = any(taken.sending)
        from recipients r
        left join lateral (
          select c.data from records c where c.data_table_id = job.data_table_id and c.id = r.record_id offset 0) rec on true
       where r.job_id = p_job and r.slice = taken.no and is_unfinished_recipient(r.status) and r.due_at <= p_now
       order by r.record_id;
  else
    -- Reads the records of the new slice once, both to insert the recipients and to return them to the runtime.
    return query
      with cut as materialized (
        select r.id, r.data
          from appends a
          cross join lateral (
            select rec.id, rec.data from records rec
             where rec.data_table_id = job.data_table_id and rec.id >= a.first_id and rec.id < a.first_id + a.count
             order by rec.id) r
         where a.data_table_id = job.data_table_id and a.seq > source_from and a.seq <= cut_to
           and (not passes or not exists (
             select from explicit_records n
              where n.spinner_id = job.spinner_id and n.record_id = r.id and n.seq = a.seq and n.seq > n.taken_seq))
      ), entered as (
        insert into recipients (job_id, slice, record_id, due_at, updated_at)
        select p_job, taken.no, c.id, p_now, p_now from cut c
      )
      select null::jsonb, c.id, 0, 0,
             case when version.column_keys is null then c.data else named_cells(c.data, version.column_keys) end, false
        from cut c order by c.id;
    get diagnostics created = row_count;
  end if;
  if is_cut then
    insert into slices (job_id, no, organization_id, due_at, lease_holder, lease_until, lease_connection, deleted,
                        from_seq, to_seq)
    values (p_job, taken.no, job.organization_id, p_now, p_holder, leased_until, p_connection, cut_records - created,
            case when listed is null then source_from end, cut_to);
    update jobs
       set cut_seq = next_cut, first_explicit_ids = null, status = 'running',
           started_at = case when is_queued then p_now else started_at end
     where id = p_job;
    if is_queued then
      perform note_job_event(p_job => p_job, p_type => 'job.started', p_at => p_now);
    end if;
  end if;
end $$;
