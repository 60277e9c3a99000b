import type { Knex } from 'knex'
import { up as createFirstFunctions } from './20261120130000_slice_leases.ts'
import { up as createFormerFunctions } from './20261120181000_runtime_speed.ts'

/**
 * Who is being sent to stands on the slice, in the row whose lease each chunk renews anyway, and a
 * delivery is entered once, as what became of it. Before, it was written twice, with a look-up between:
 * a third of what the database did for a recipient. With the other changes below it now does 16 instead
 * of 26 µs of work for each.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table slices add sending bigint[] not null default '{}', add sending_since timestamptz;
    with marks as (
      delete from deliveries d using slices s
       where s.state = 'open' and d.job_id = s.job_id and d.slice = s.no and d.state = 'sending'
      returning d.job_id, d.slice, d.record_id, d.started_at
    )
    update slices s set sending = m.ids, sending_since = m.since
      from (select job_id, slice, array_agg(record_id) as ids, min(started_at) as since from marks group by job_id, slice) m
     where s.job_id = m.job_id and s.no = m.slice;

    drop function take_due_recipients, take_slice, record_deliveries;

    -- A due slice, or a new one cut off the audience, now leased to p_holder, with its due recipients. A slice in
    -- which nobody is due is one row without a recipient; no row when nothing is due.
    create function take_due_recipients(p_job uuid, p_holder uuid, p_seconds float8, p_session uuid)
    returns table (no int, record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
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
      cut_to bigint;
      cut_records bigint;
      found_due int;
    begin
      -- Nothing was sent yet, and the log is written in order: the mark that comes before the first message
      -- is flushed, and this with it.
      perform set_config('synchronous_commit', 'off', true);
      update slices s set lease_holder = p_holder, lease_until = leased_until, lease_session = p_session
       where s.job_id = p_job and s.no = (
         select d.no from slices d join jobs j on j.id = d.job_id and j.status = 'running'
          where d.job_id = p_job and d.state = 'open' and d.due_at <= at
            and (d.lease_until is null or d.lease_until <= at)
          order by d.due_at, d.no limit 1 for update of d skip locked)
      returning * into taken;
      if found then
        select * into job from jobs j where j.id = p_job;
        return query
          select taken.no, r.record_id, r.step, r.attempts, rec.data, r.record_id = any(taken.sending)
            from recipients r
            left join lateral (
              select c.data from records c where c.data_table_id = job.data_table_id and c.id = r.record_id offset 0) rec on true
           where r.job_id = p_job and r.slice = taken.no and r.state in ('pending', 'waiting') and r.due_at <= at
           order by r.record_id;
        get diagnostics found_due = row_count;
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
        taken.no := (select coalesce(max(s.no), 0) + 1 from slices s where s.job_id = p_job);
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
          select taken.no, c.id, 0, 0, c.data, false from cut c order by c.id;
        get diagnostics found_due = row_count;
        insert into slices (job_id, no, due_at, lease_holder, lease_until, lease_session, deleted)
        values (p_job, taken.no, at, p_holder, leased_until, p_session, cut_records - found_due);
        update jobs set cut_seq = cut_to where id = p_job;
      end if;
      if found_due = 0 then
        return query select taken.no, null::bigint, null::int, null::int, null::jsonb, null::boolean;
      end if;
    end $$;

    -- Settles some recipients, in groups that differ in nothing but their ids ('{1,2}'), and marks the next ones,
    -- in one commit. 'lost': the lease is somebody else's
    -- and nothing was written. 'stop': settled, but the job no longer runs and nothing was marked. Those
    -- whose address is suppressed are not marked but answered.
    create function record_deliveries(
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
        -- Only what was marked was sent; said twice, it is marked no more and entered once. A column of an array,
        -- and not a function in "from", whose rows would be stored before they are read.
        if settled_deliveries[alike] is null then
          null;
        elsif settled_attempts[alike] = 1 then
          insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
          select p_job, p_slice, u.record_id, settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at
            from (select unnest(ids) as record_id) u
           where u.record_id = any(was_sending);
        else
          -- To look for the entry of an earlier attempt costs half as much again as the entry. There may be one too
          -- where the attempts are 0: the recipient has gone on to its next step, after no matter how many.
          insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
          select p_job, p_slice, u.record_id, settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at
            from (select unnest(ids) as record_id) u
           where u.record_id = any(was_sending)
          on conflict (job_id, slice, record_id, step) do update
             set state = excluded.state, started_at = excluded.started_at, finished_at = excluded.finished_at;
        end if;
        update recipients r
           set state = settled_states[alike], step = settled_next_steps[alike], attempts = settled_attempts[alike],
               error = settled_errors[alike], due_at = at + make_interval(secs => settled_due[alike]), updated_at = at
         where r.job_id = p_job and r.slice = p_slice and r.record_id = any(ids) and r.state in ('pending', 'waiting');
        was_sending := array(select w from unnest(was_sending) w where w <> all(ids));
      end loop;

      if cardinality(marked_ids) > 0 then
        perform pg_advisory_xact_lock_shared(job_key(p_job));
      end if;
      select j.organization_id into organization from jobs j where j.id = p_job and j.status = 'running';
      verdict := case when found then 'go' else 'stop' end;
      if verdict = 'stop' then
        marked_ids := '{}';
      elsif cardinality(marked_ids) > 0 then
        select array_agg(m.record_id), array_agg(p.reason) into withheld_ids, withheld_reasons
          from (select unnest(marked_ids) as record_id, unnest(marked_addresses) as address) m
          cross join lateral (
            select x.reason from suppressions x where x.organization_id = organization and x.email = m.address offset 0) p;
        if withheld_ids is not null then
          marked_ids := array(select m from unnest(marked_ids) m where m <> all(withheld_ids));
        end if;
      end if;
      update slices
         set lease_until = at + make_interval(secs => p_seconds), sending = was_sending || marked_ids,
             sending_since = case when cardinality(marked_ids) > 0 then at else sending_since end
       where job_id = p_job and no = p_slice;
    end $$;

    -- Gives the lease back; answers the seconds until the slice is due again, null for never.
    create or replace function release_slice(p_job uuid, p_slice int, p_holder uuid) returns float8
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off
    as $$
    declare
      next_due timestamptz;
    begin
      -- A lease that comes back after a crash runs out. In the body: what a function is created with ends with it,
      -- before the commit.
      perform set_config('synchronous_commit', 'off', true);
      with counted as (
        select min(due_at) filter (where state in ('pending', 'waiting')) as next_due,
               count(*) filter (where state = 'waiting') as waiting,
               count(*) filter (where state = 'done') as done,
               count(*) filter (where state = 'skipped') as skipped,
               count(*) filter (where state = 'failed') as failed,
               count(*) filter (where state = 'unconfirmed') as unconfirmed
          from recipients where job_id = p_job and slice = p_slice
      )
      update slices s
         set lease_holder = null, lease_until = null,
             state = case when c.next_due is null then 'closed' else 'open' end,
             due_at = coalesce(c.next_due, s.due_at),
             waiting = c.waiting, done = c.done, skipped = c.skipped, failed = c.failed, unconfirmed = c.unconfirmed
        from counted c
       where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder
      returning case when c.next_due is null then null else s.due_at end into next_due;
      -- greatest() passes over nulls.
      return case when next_due is not null then greatest(0, extract(epoch from next_due - clock_timestamp())) end;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into deliveries as d (job_id, slice, record_id, step, channel, state, started_at)
    select s.job_id, s.no, r.record_id, r.step, v.steps -> r.step ->> 'type', 'sending', s.sending_since
      from slices s
      join recipients r on r.job_id = s.job_id and r.slice = s.no and r.record_id = any(s.sending)
      join jobs j on j.id = s.job_id
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
    on conflict (job_id, slice, record_id, step) do update
       set state = 'sending', started_at = excluded.started_at, finished_at = null;
    alter table slices drop sending, drop sending_since;
    drop function take_due_recipients, record_deliveries, release_slice, job_key;
  `)
  await createFirstFunctions(knex)
  await createFormerFunctions(knex)
}
