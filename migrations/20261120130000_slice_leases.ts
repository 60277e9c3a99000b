import type { Knex } from 'knex'

/**
 * The runtime's statements: a slice is taken, written to and given back under a lease by the
 * database's clock. They name the key range of the slice and forbid other plans: made while the
 * tables were empty, a plan that scans them ran 10 to 18 times slower on full ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The number of a slice that is now leased to p_holder; null when nothing is due.
    create function take_slice(p_job uuid, p_holder uuid, p_seconds float8) returns int
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      job jobs;
      taken int;
      cut_to bigint;
      cut_records bigint;
      created int;
    begin
      update slices s set lease_holder = p_holder, lease_until = clock_timestamp() + make_interval(secs => p_seconds)
       where s.job_id = p_job and s.no = (
         select d.no from slices d join jobs j on j.id = d.job_id and j.status = 'running'
          where d.job_id = p_job and d.state = 'open' and d.due_at <= clock_timestamp()
            and (d.lease_until is null or d.lease_until <= clock_timestamp())
          order by d.due_at, d.no limit 1 for update of d skip locked)
      returning s.no into taken;
      if taken is not null then
        return taken;
      end if;

      select * into job from jobs j where j.id = p_job and j.status = 'running' and j.cut_seq < j.to_seq for update;
      if not found then
        return null;
      end if;
      -- As many whole appends as make up to 500 records; each holds at least one and at most 500.
      select max(b.seq), max(b.running) into cut_to, cut_records
        from (select a.seq, sum(a.count) over (order by a.seq) as running
                from (select seq, count from appends
                       where data_table_id = job.data_table_id and seq > job.cut_seq and seq <= job.to_seq
                       order by seq limit 500) a) b
       where b.running <= 500;
      select coalesce(max(no), 0) + 1 into taken from slices where job_id = p_job;

      insert into recipients (job_id, slice, record_id, due_at, updated_at)
      select p_job, taken, r.id, now(), now()
        from appends a
        join records r on r.data_table_id = a.data_table_id and r.id >= a.first_id and r.id < a.first_id + a.count
       where a.data_table_id = job.data_table_id and a.seq > job.cut_seq and a.seq <= cut_to;
      get diagnostics created = row_count;
      insert into slices (job_id, no, due_at, lease_holder, lease_until, deleted)
      values (p_job, taken, now(), p_holder, clock_timestamp() + make_interval(secs => p_seconds), cut_records - created);
      update jobs set cut_seq = cut_to where id = p_job;
      return taken;
    end $$;

    create function due_recipients(p_job uuid, p_slice int)
    returns table (record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
    as $$
    declare
      data_table uuid := (select data_table_id from jobs where id = p_job);
    begin
      return query
        select r.record_id, r.step, r.attempts, rec.data, coalesce(d.state = 'sending', false)
          from recipients r
          left join records rec on rec.data_table_id = data_table and rec.id = r.record_id
          left join deliveries d
            on d.job_id = p_job and d.slice = p_slice and d.record_id = r.record_id and d.step = r.step
         where r.job_id = p_job and r.slice = p_slice
           and r.state in ('pending', 'waiting') and r.due_at <= clock_timestamp()
         order by r.record_id;
    end $$;

    -- Settles some recipients and marks the next ones, in one commit. 'lost': the lease is somebody else's
    -- and nothing was written. 'stop': settled, but the job no longer runs and nothing was marked.
    create function record_deliveries(
      p_job uuid, p_slice int, p_holder uuid, p_seconds float8,
      settled_ids bigint[], settled_steps int[], settled_deliveries text[], settled_states text[],
      settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
      marked_ids bigint[], marked_steps int[], marked_channels text[]
    ) returns text
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
    as $$
    begin
      update slices set lease_until = clock_timestamp() + make_interval(secs => p_seconds)
       where job_id = p_job and no = p_slice and lease_holder = p_holder;
      if not found then
        return 'lost';
      end if;

      update deliveries d set state = s.delivery, finished_at = clock_timestamp()
        from unnest(settled_ids, settled_steps, settled_deliveries) s(record_id, step, delivery)
       where d.job_id = p_job and d.slice = p_slice and d.record_id = s.record_id and d.step = s.step
         and s.delivery is not null;
      update recipients r
         set state = s.state, step = s.next_step, attempts = s.attempts, error = s.error,
             due_at = clock_timestamp() + make_interval(secs => s.due), updated_at = clock_timestamp()
        from unnest(settled_ids, settled_states, settled_next_steps, settled_attempts, settled_due, settled_errors)
             s(record_id, state, next_step, attempts, due, error)
       where r.job_id = p_job and r.slice = p_slice and r.record_id = s.record_id and r.state in ('pending', 'waiting');

      if not exists (select from jobs where id = p_job and status = 'running') then
        return 'stop';
      end if;
      insert into deliveries as d (job_id, slice, record_id, step, channel, state, started_at)
      select p_job, p_slice, m.record_id, m.step, m.channel, 'sending', clock_timestamp()
        from unnest(marked_ids, marked_steps, marked_channels) m(record_id, step, channel)
      on conflict (job_id, slice, record_id, step) do update
         set state = 'sending', channel = excluded.channel, started_at = excluded.started_at, finished_at = null;
      return 'go';
    end $$;

    -- Gives the lease back; answers the seconds until the slice is due again, null for never.
    create function release_slice(p_job uuid, p_slice int, p_holder uuid) returns float8
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off
    as $$
    declare
      next_due timestamptz;
    begin
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
  await knex.raw('drop function take_slice, due_recipients, record_deliveries, release_slice')
}
