import type { Knex } from 'knex'

/**
 * Rows that every request of an organization updates (data_tables, meters) leave room on their pages,
 * so that their updates stay heap-only. They have no CHECKs, which PostgreSQL parses and plans anew
 * for every statement that writes the row: 20 µs each, on the hot path. `records` and `appends` have
 * no foreign keys: the check costs more than the row, and the append holds its table's row when it
 * commits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table plans (
      id text primary key,
      name text not null,
      api_keys boolean not null,
      records bigint,
      jobs bigint,
      data_tables bigint,
      spinners bigint
    );

    create table organizations (
      id uuid primary key,
      name text not null,
      plan_id text not null references plans,
      created_at timestamptz not null
    );

    create table api_keys (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text not null,
      scopes text[] not null,
      digest text not null unique,
      prefix text not null,
      last4 text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz
    );
    create index on api_keys (organization_id);

    create table projects (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text not null,
      created_at timestamptz not null
    );
    create index on projects (organization_id);

    create table data_tables (
      id uuid primary key,
      organization_id uuid not null references organizations,
      project_id uuid not null references projects,
      name text not null,
      columns jsonb not null,
      missing_columns text not null,
      schema_version int not null,
      ingest_token_digest text not null unique,
      ingest_token_ciphertext text not null,
      -- The end of the table's ledger of appends: the last seq, and how many records came in with it.
      last_seq bigint not null default 0,
      appended bigint not null default 0,
      created_at timestamptz not null
    ) with (fillfactor = 50);
    create index on data_tables (organization_id);
    create index on data_tables (project_id);

    create table records (
      data_table_id uuid not null,
      id bigint not null,
      data jsonb not null,
      primary key (data_table_id, id)
    );
    -- Every append takes one block: its records are first_id, first_id + 1, …
    create sequence record_blocks increment by 512 start with 512 cache 1;

    create table appends (
      data_table_id uuid not null,
      seq bigint not null,
      first_id bigint not null,
      count int not null,
      api_key_id uuid,
      request_id text not null,
      idempotency_key text,
      created_at timestamptz not null,
      primary key (data_table_id, seq)
    );

    create table meters (
      organization_id uuid not null,
      meter text not null,
      period text not null,
      used bigint not null default 0,
      primary key (organization_id, meter, period)
    ) with (fillfactor = 50);

    create table idempotency_keys (
      organization_id uuid not null,
      route text not null,
      key text not null,
      fingerprint text not null,
      answer jsonb not null,
      created_at timestamptz not null,
      primary key (organization_id, route, key)
    );
    create index on idempotency_keys (created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table idempotency_keys, meters, appends, records, data_tables, projects, api_keys, organizations, plans;
    drop sequence record_blocks;
  `)
}
