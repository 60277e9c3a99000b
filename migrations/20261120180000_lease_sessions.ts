import type { Knex } from 'knex'

/**
 * A runtime that is killed is found out by its database session, which ends with it, and not by waiting
 * for its leases to run out. Each holds an advisory lock for as long as it lives.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lease_sessions (
      id uuid primary key,
      -- When it was first found to hold its lock no more; it may only have lost its connection.
      missed_at timestamptz
    );
    alter table slices add lease_session uuid;
    create index slices_of_lease_session on slices (lease_session) where state = 'open';

    create function lease_session_key(p_session uuid) returns bigint language sql immutable
    as $$ select hashtextextended(p_session::text, 1) $$;

    -- Ends the leases of runtimes that were missed for longer than it takes to connect again.
    create function end_leases_of_lost_sessions() returns void language plpgsql as $$
    declare
      at timestamptz := clock_timestamp();
      missed lease_sessions;
    begin
      for missed in
        select * from lease_sessions l order by l.id for update skip locked
      loop
        if not pg_try_advisory_xact_lock(lease_session_key(missed.id)) then
          continue;
        end if;
        if missed.missed_at is null then
          update lease_sessions set missed_at = at where id = missed.id;
        elsif missed.missed_at <= at - interval '0.8 seconds' then
          update slices set lease_until = at where lease_session = missed.id and state = 'open' and lease_until > at;
          delete from lease_sessions where id = missed.id;
        end if;
      end loop;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function end_leases_of_lost_sessions, lease_session_key;
    drop table lease_sessions;
    alter table slices drop lease_session;
  `)
}
