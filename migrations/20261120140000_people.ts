import type { Knex } from 'knex'

/** Who signs in, and what they need of the tables that were there before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id uuid primary key,
      organization_id uuid not null references organizations,
      email text not null unique,
      name text not null,
      role text not null check (role in ('owner', 'member')),
      password_hash text not null,
      created_at timestamptz not null
    );
    create index on users (organization_id);

    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      how_ended text check (how_ended in ('signed_out', 'replaced', 'password_reset'))
    );
    -- A person has one live session, whatever the code thinks.
    create unique index sessions_live on sessions (user_id) where ended_at is null;
    create index on sessions (user_id);

    -- One for every request, also where there is no such account: both cost the same.
    create table password_resets (
      digest text primary key,
      user_id uuid references users,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index on password_resets (expires_at);
    create index on password_resets (user_id);

    -- As rate-limiter-flexible wants it.
    create table throttle (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );

    alter table api_keys add last_used_at timestamptz;

    alter table data_tables
      add revision int not null default 1,
      -- Records that were deleted one by one; appended less removed is what is there.
      add removed bigint not null default 0;

    -- Their records are cleared away bit by bit.
    create table removed_tables (
      id uuid primary key,
      removed_at timestamptz not null
    );

    -- Files that are being imported. Their rows are in records already, but no append names them, so
    -- nobody sees them until all are there.
    create table imports (
      id uuid primary key,
      data_table_id uuid not null,
      begun_at timestamptz not null default now(),
      abandoned boolean not null default false
    );
    create table import_blocks (
      import_id uuid not null references imports,
      no int not null,
      first_id bigint not null,
      count int not null,
      written_at timestamptz not null default now(),
      primary key (import_id, no)
    );

    alter table spinners
      add revision int not null default 1,
      add latest_version int not null default 0;
    update spinners s set latest_version = coalesce(
      (select max(version) from spinner_versions v where v.spinner_id = s.id), 0);
    create index on spinners (project_id);

    create index on jobs (spinner_id, id);

    -- A page of a table's records in the ledger's order, after (p_seq, p_id). Each append is a range of
    -- the primary key, so a page costs the same at the end of millions as at their beginning. Other
    -- plans are forbidden: made before there were statistics, one read the whole table for every page.
    create function list_records(p_table uuid, p_seq bigint, p_last bigint, p_id bigint, p_limit int)
    returns table (seq bigint, id bigint, data jsonb, created_at timestamptz)
    language plpgsql stable
    set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
    as $$
    begin
      return query
        select a.seq, r.id, r.data, a.created_at
          from appends a
          cross join lateral (
            select rec.id, rec.data from records rec
             where rec.data_table_id = p_table and rec.id >= a.first_id and rec.id < a.first_id + a.count
               and (a.seq > p_seq or rec.id > p_id)
             order by rec.id limit p_limit) r
         where a.data_table_id = p_table and a.seq >= p_seq and a.seq <= p_last
         order by a.seq, r.id limit p_limit;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function list_records;
    drop index jobs_spinner_id_id_idx, spinners_project_id_idx;
    alter table spinners drop revision, drop latest_version;
    drop table import_blocks, imports, removed_tables;
    alter table data_tables drop revision, drop removed;
    alter table api_keys drop last_used_at;
    drop table throttle, password_resets, sessions, users;
  `)
}
