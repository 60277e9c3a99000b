import type { Knex } from 'knex'

/**
 * A slice is leased in one statement, which starts the job and tells of it too: for a job of one
 * recipient, two statements less before its first message. What came of a chunk is entered without
 * searching it for each of its members, and its addresses are looked up at once.
 *
 * The functions have new names, so that runtimes of the former version go on while this one is rolled out;
 * the former functions can go with the version after it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Nothing in it is updated but by a second attempt, and every page was kept half empty for that.
    alter table deliveries set (fillfactor = 100);

    -- A due slice of a job, or a new one cut off its audience, now leased to p_holder: a row that tells of the
    -- slice, then one for each recipient that is due. Starts the job if nobody has. No row when nothing is due.
    create function lease_slice(p_job uuid, p_holder uuid, p_seconds float8, p_session uuid)
    returns table (slice jsonb, record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off set enable_memoize = off
    as $$
    declare
      -- A value, where clock_timestamp() itself cannot bound the range of an index.
      at timestamptz := clock_timestamp();
      leased_until timestamptz := at + make_interval(secs => p_seconds);
      job jobs;
      taken slices;
      is_cut boolean;
      cut_to bigint;
      cut_records bigint;
      created int;
    begin
      -- Nothing was sent yet, and the log is written in order: the mark that comes before the first message
      -- is flushed, and this with it.
      perform set_config('synchronous_commit', 'off', true);
      update jobs j set status = 'running', started_at = at where j.id = p_job and j.status = 'queued';
      update slices s set lease_holder = p_holder, lease_until = leased_until, lease_session = p_session
       where s.job_id = p_job and s.no = (
         select d.no from slices d join jobs j on j.id = d.job_id and j.status = 'running'
          where d.job_id = p_job and d.state = 'open' and d.due_at <= at
            and (d.lease_until is null or d.lease_until <= at)
          order by d.due_at, d.no limit 1 for update of d skip locked)
      returning * into taken;
      is_cut := not found;
      if not is_cut then
        select * into job from jobs j where j.id = p_job;
        cut_to := job.cut_seq;
      else
        select * into job from jobs j
         where j.id = p_job and j.status = 'running' and j.cut_seq < j.to_seq for no key update;
        if not found then
          return;
        end if;
        -- As many whole appends as make up to 500 records; each holds at least one and at most 500.
        select max(b.seq), max(b.running) into cut_to, cut_records
          from (select a.seq, sum(a.count) over (order by a.seq) as running
                  from (select seq, count from appends
                         where data_table_id = job.data_table_id and seq > job.cut_seq and seq <= job.to_seq
                         order by seq limit 500) a) b
         where b.running <= 500;
        if cut_to is null then
          raise exception 'the ledger lacks appends that job % was started for', p_job;
        end if;
        taken.no := (select coalesce(max(s.no), 0) + 1 from slices s where s.job_id = p_job);
      end if;

      return query
        select jsonb_build_object(
                 'no', taken.no, 'organizationId', job.organization_id, 'steps', v.steps, 'metadataColumns', v.metadata_columns,
                 'more', cut_to < job.to_seq or exists (
                   select from slices s
                    where s.job_id = p_job and s.state = 'open' and s.due_at <= at
                      and (s.lease_until is null or s.lease_until <= at))),
               null::bigint, null::int, null::int, null::jsonb, null::boolean
          from spinner_versions v
         where v.spinner_id = job.spinner_id and v.version = job.spinner_version;

      if not is_cut then
        return query
          select null::jsonb, r.record_id, r.step, r.attempts, rec.data, r.record_id = any(taken.sending)
            from recipients r
            left join lateral (
              select c.data from records c where c.data_table_id = job.data_table_id and c.id = r.record_id offset 0) rec on true
           where r.job_id = p_job and r.slice = taken.no and r.state in ('pending', 'waiting') and r.due_at <= at
           order by r.record_id;
      else
        -- The records are read once, for the recipients that are entered and for the runtime.
        return query
          with cut as materialized (
            select r.id, r.data
              from appends a
              cross join lateral (
                select rec.id, rec.data from records rec
                 where rec.data_table_id = job.data_table_id and rec.id >= a.first_id and rec.id < a.first_id + a.count
                 order by rec.id) r
             where a.data_table_id = job.data_table_id and a.seq > job.cut_seq and a.seq <= cut_to
          ), entered as (
            insert into recipients (job_id, slice, record_id, due_at, updated_at)
            select p_job, taken.no, c.id, at, at from cut c
          )
          select null::jsonb, c.id, 0, 0, c.data, false from cut c order by c.id;
        get diagnostics created = row_count;
        insert into slices (job_id, no, due_at, lease_holder, lease_until, lease_session, deleted)
        values (p_job, taken.no, at, p_holder, leased_until, p_session, cut_records - created);
        update jobs set cut_seq = cut_to where id = p_job;
      end if;
    end $$;

    -- Settles some recipients, in groups that differ in nothing but their ids ('{1,2}'), and marks the next ones,
    -- in one commit. 'lost': the lease is somebody else's and nothing was written. 'stop': settled, but the job no
    -- longer runs and nothing was marked. Those whose address is suppressed are not marked but answered.
    create function record_outcomes(
      p_job uuid, p_slice int, p_holder uuid, p_seconds float8,
      settled_ids text[], settled_steps int[], settled_channels text[], settled_deliveries text[], settled_states text[],
      settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
      marked_ids bigint[], marked_addresses text[],
      out verdict text, out withheld_ids bigint[], out withheld_reasons text[]
    )
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off set enable_memoize = off
    as $$
    declare
      at timestamptz := clock_timestamp();
      was_sending bigint[];
      since timestamptz;
      ids bigint[];
      sent bigint[];
      organization uuid;
    begin
      -- Without a mark nobody waits for the disk: what a crash of the database takes back was marked, and is in doubt.
      if cardinality(marked_ids) = 0 then
        perform set_config('synchronous_commit', 'off', true);
      end if;
      select s.sending, s.sending_since into was_sending, since
        from slices s where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder for no key update;
      if not found then
        verdict := 'lost';
        return;
      end if;

      for alike in 1 .. cardinality(settled_ids) loop
        ids := settled_ids[alike]::bigint[];
        -- Only what was marked was sent; said twice, it is marked no more and entered once. Nearly always it is the
        -- whole chunk, in the order of its mark, which need not be searched for each of its members.
        if ids = was_sending then
          sent := ids;
          was_sending := '{}';
        elsif cardinality(was_sending) = 0 then
          sent := '{}';
        else
          sent := array(select i from unnest(ids) i where i = any(was_sending));
          was_sending := array(select w from unnest(was_sending) w where w <> all(ids));
        end if;
        -- A column of an array, and not a function in "from", whose rows would be stored before they are read.
        if settled_deliveries[alike] is null then
          null;
        elsif settled_attempts[alike] = 1 then
          insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
          select p_job, p_slice, unnest(sent), settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at;
        else
          -- To look for the entry of an earlier attempt costs half as much again as the entry. There may be one too
          -- where the attempts are 0: the recipient has gone on to its next step, after no matter how many.
          insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
          select p_job, p_slice, unnest(sent), settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at
          on conflict (job_id, slice, record_id, step) do update
             set state = excluded.state, started_at = excluded.started_at, finished_at = excluded.finished_at;
        end if;
        update recipients r
           set state = settled_states[alike], step = settled_next_steps[alike], attempts = settled_attempts[alike],
               error = settled_errors[alike], due_at = at + make_interval(secs => settled_due[alike]), updated_at = at
         where r.job_id = p_job and r.slice = p_slice and r.record_id = any(ids) and r.state in ('pending', 'waiting');
      end loop;

      if cardinality(marked_ids) > 0 then
        perform pg_advisory_xact_lock_shared(job_key(p_job));
      end if;
      select j.organization_id into organization from jobs j where j.id = p_job and j.status = 'running';
      verdict := case when found then 'go' else 'stop' end;
      if verdict = 'stop' then
        marked_ids := '{}';
      -- Asked for all of them at once: one by one, fifty took 21 instead of 6 µs, and nearly always there is none.
      elsif exists (
        select from suppressions x where x.organization_id = organization and x.email = any(marked_addresses)
      ) then
        select array_agg(m.record_id), array_agg(p.reason) into withheld_ids, withheld_reasons
          from (select unnest(marked_ids) as record_id, unnest(marked_addresses) as address) m
          cross join lateral (
            select x.reason from suppressions x where x.organization_id = organization and x.email = m.address offset 0) p;
        -- Lifted in between, it withholds nobody.
        if withheld_ids is not null then
          marked_ids := array(select m from unnest(marked_ids) m where m <> all(withheld_ids));
        end if;
      end if;
      update slices
         set lease_until = at + make_interval(secs => p_seconds), sending = was_sending || marked_ids,
             sending_since = case when cardinality(marked_ids) > 0 then at else sending_since end
       where job_id = p_job and no = p_slice;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function lease_slice, record_outcomes;
    alter table deliveries set (fillfactor = 50);
  `)
}
