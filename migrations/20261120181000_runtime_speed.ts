import type { Knex } from 'knex'
import { up as createFormerFunctions } from './20261120130000_slice_leases.ts'

/**
 * The same promises, without work that grows with the slice or the job. What the planner knows when it
 * makes the plans is that the tables are empty, so it joined a chunk of 50 to its slice by comparing all
 * with all: 25,000 times for one chunk, 6 of its 7 ms. A lookup that it may not rearrange ("offset 0")
 * goes to the rows by their whole key, and the update to what was found by its place.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every row is updated once or twice: with room on its page for that, no index is touched.
    alter table recipients set (fillfactor = 50);
    alter table deliveries set (fillfactor = 50);

    -- Marking messages shares it, cancelling has it alone: a mark that is under way is in the ledger
    -- before the cancel is answered, and slices never wait for each other.
    create function job_key(p_job uuid) returns bigint language sql immutable
    as $$ select hashtextextended(p_job::text, 0) $$;

    drop function take_slice;
    create function take_slice(p_job uuid, p_holder uuid, p_seconds float8, p_session uuid default null) returns int
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      -- A value, where clock_timestamp() itself cannot bound the range of an index.
      at timestamptz := clock_timestamp();
      job jobs;
      taken int;
      cut_to bigint;
      cut_records bigint;
      created int;
    begin
      -- Nothing was sent yet, and the log is written in order: the mark that comes before the first message
      -- is flushed, and this with it.
      perform set_config('synchronous_commit', 'off', true);
      update slices s set lease_holder = p_holder, lease_until = at + make_interval(secs => p_seconds), lease_session = p_session
       where s.job_id = p_job and s.no = (
         select d.no from slices d join jobs j on j.id = d.job_id and j.status = 'running'
          where d.job_id = p_job and d.state = 'open' and d.due_at <= at
            and (d.lease_until is null or d.lease_until <= at)
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
      select p_job, taken, r.id, at, at
        from appends a
        cross join lateral (
          select rec.id from records rec
           where rec.data_table_id = job.data_table_id and rec.id >= a.first_id and rec.id < a.first_id + a.count
           order by rec.id) r
       where a.data_table_id = job.data_table_id and a.seq > job.cut_seq and a.seq <= cut_to;
      get diagnostics created = row_count;
      insert into slices (job_id, no, due_at, lease_holder, lease_until, lease_session, deleted)
      values (p_job, taken, at, p_holder, clock_timestamp() + make_interval(secs => p_seconds), p_session, cut_records - created);
      update jobs set cut_seq = cut_to where id = p_job;
      return taken;
    end $$;

    -- A slice and its due recipients in one go. A slice in which nobody is due is one row without a recipient.
    create function take_due_recipients(p_job uuid, p_holder uuid, p_seconds float8, p_session uuid)
    returns table (no int, record_id bigint, step int, attempts int, data jsonb, in_doubt boolean)
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off
    as $$
    declare
      taken int := take_slice(p_job, p_holder, p_seconds, p_session);
      at timestamptz := clock_timestamp();
      data_table uuid;
    begin
      if taken is null then
        return;
      end if;
      select j.data_table_id into data_table from jobs j where j.id = p_job;
      return query
        select taken, r.record_id, r.step, r.attempts, rec.data, d.state is not null
          from recipients r
          left join lateral (
            select c.data from records c where c.data_table_id = data_table and c.id = r.record_id offset 0) rec on true
          left join lateral (
            select l.state from deliveries l
             where l.job_id = p_job and l.slice = taken and l.record_id = r.record_id and l.step = r.step
               and l.state = 'sending' offset 0) d on true
         where r.job_id = p_job and r.slice = taken and r.state in ('pending', 'waiting') and r.due_at <= at
         order by r.record_id;
      if not found then
        return query select taken, null::bigint, null::int, null::int, null::jsonb, null::boolean;
      end if;
    end $$;

    create or replace function record_deliveries(
      p_job uuid, p_slice int, p_holder uuid, p_seconds float8,
      settled_ids bigint[], settled_steps int[], settled_deliveries text[], settled_states text[],
      settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
      marked_ids bigint[], marked_steps int[], marked_channels text[]
    ) returns text
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off
    as $$
    declare
      at timestamptz := clock_timestamp();
    begin
      update slices set lease_until = at + make_interval(secs => p_seconds)
       where job_id = p_job and no = p_slice and lease_holder = p_holder;
      if not found then
        return 'lost';
      end if;

      update deliveries d set state = s.delivery, finished_at = at
        from (select u.delivery, l.place
                from unnest(settled_ids, settled_steps, settled_deliveries) u(record_id, step, delivery)
                cross join lateral (
                  select k.ctid as place from deliveries k
                   where k.job_id = p_job and k.slice = p_slice and k.record_id = u.record_id and k.step = u.step
                  offset 0) l
               where u.delivery is not null) s
       where d.ctid = s.place;
      update recipients r
         set state = s.state, step = s.next_step, attempts = s.attempts, error = s.error,
             due_at = at + make_interval(secs => s.due), updated_at = at
        from (select u.*, l.place
                from unnest(settled_ids, settled_states, settled_next_steps, settled_attempts, settled_due, settled_errors)
                     u(record_id, state, next_step, attempts, due, error)
                cross join lateral (
                  select k.ctid as place from recipients k
                   where k.job_id = p_job and k.slice = p_slice and k.record_id = u.record_id
                     and k.state in ('pending', 'waiting')
                  offset 0) l) s
       where r.ctid = s.place;

      if cardinality(marked_ids) > 0 then
        perform pg_advisory_xact_lock_shared(job_key(p_job));
      end if;
      if not exists (select from jobs where id = p_job and status = 'running') then
        return 'stop';
      end if;
      insert into deliveries as d (job_id, slice, record_id, step, channel, state, started_at)
      select p_job, p_slice, m.record_id, m.step, m.channel, 'sending', at
        from unnest(marked_ids, marked_steps, marked_channels) m(record_id, step, channel)
      on conflict (job_id, slice, record_id, step) do update
         set state = 'sending', channel = excluded.channel, started_at = excluded.started_at, finished_at = null;
      return 'go';
    end $$;

    drop function due_recipients;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function take_due_recipients, take_slice, record_deliveries, release_slice, job_key;
    alter table recipients set (fillfactor = 70);
    alter table deliveries set (fillfactor = 70);
  `)
  await createFormerFunctions(knex)
}
