import type { Knex } from 'knex'

/** Who makes jobs progress, for people to see; and how what ended long ago is cleared away. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table runtime_workers (
      id uuid primary key,
      started_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    );

    alter table jobs
      -- The recipients of its slices up to here have been cleared away.
      add cleared_slices int not null default 0,
      add cleared boolean not null default false;
    create index jobs_to_clear on jobs (finished_at) where finished_at is not null and not cleared;

    -- Clears a part of the job that ended first of those that ended before p_before: recipients and
    -- deliveries of p_slices slices, which are ranges of their primary keys, or p_messages of its messages.
    -- False when there is nothing to clear.
    create function clear_ended_job(p_before timestamptz, p_slices int, p_messages int) returns boolean
    language plpgsql
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
    as $$
    declare
      ended uuid;
      after int;
      last int;
      messages int;
    begin
      select id, cleared_slices into ended, after from jobs
       where finished_at is not null and not cleared and finished_at < p_before
       order by finished_at limit 1 for update skip locked;
      if ended is null then
        return false;
      end if;
      select coalesce(max(no), 0) into last from slices where job_id = ended;
      if after < last then
        delete from deliveries where job_id = ended and slice > after and slice <= after + p_slices;
        delete from recipients where job_id = ended and slice > after and slice <= after + p_slices;
        -- A runtime that slept through all of it must not count recipients that are gone.
        update slices set lease_holder = null, lease_until = null
         where job_id = ended and no > after and no <= after + p_slices and lease_holder is not null;
        update jobs set cleared_slices = after + p_slices where id = ended;
        return true;
      end if;
      delete from outbox where id in (select id from outbox where job_id = ended limit p_messages);
      get diagnostics messages = row_count;
      if messages < p_messages then
        update jobs set cleared = true where id = ended;
      end if;
      return true;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function clear_ended_job;
    drop index jobs_to_clear;
    alter table jobs drop cleared_slices, drop cleared;
    drop table runtime_workers;
  `)
}
