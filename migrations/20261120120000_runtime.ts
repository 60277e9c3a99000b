import type { Knex } from 'knex'

/**
 * What a job is and where each of its recipients stands. Recipients and deliveries are keyed by
 * (job, slice, …), so that everything about a slice is one range of one primary key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table spinners (
      id uuid primary key,
      organization_id uuid not null references organizations,
      project_id uuid not null references projects,
      data_table_id uuid not null references data_tables,
      name text not null,
      audience text not null check (audience in ('new', 'all')),
      steps jsonb not null,
      published_version int,
      -- How far into its table's ledger earlier jobs have taken their audiences.
      taken_seq bigint not null default 0,
      taken_records bigint not null default 0,
      created_at timestamptz not null
    ) with (fillfactor = 50);
    create index on spinners (organization_id);
    create index on spinners (data_table_id);

    create table spinner_versions (
      spinner_id uuid not null references spinners,
      version int not null,
      audience text not null check (audience in ('new', 'all')),
      steps jsonb not null,
      metadata_columns text[] not null,
      primary key (spinner_id, version)
    );

    create table jobs (
      id uuid primary key,
      organization_id uuid not null,
      spinner_id uuid not null,
      spinner_version int not null,
      data_table_id uuid not null,
      source text not null check (source in ('api', 'app')),
      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      from_seq bigint not null,
      from_records bigint not null,
      to_seq bigint not null,
      to_records bigint not null,
      -- Slices have been cut up to here.
      cut_seq bigint not null,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      error text
    );
    create index on jobs (organization_id, id);
    create index jobs_unfinished on jobs (id) where status in ('queued', 'running');

    create table slices (
      job_id uuid not null,
      no int not null,
      state text not null default 'open' check (state in ('open', 'closed')),
      due_at timestamptz not null,
      lease_holder uuid,
      lease_until timestamptz,
      waiting int not null default 0,
      done int not null default 0,
      skipped int not null default 0,
      failed int not null default 0,
      unconfirmed int not null default 0,
      -- Records of the audience that were gone when the slice was cut.
      deleted int not null default 0,
      primary key (job_id, no)
    ) with (fillfactor = 50);
    create index slices_due on slices (job_id, due_at) where state = 'open';

    create table recipients (
      job_id uuid not null,
      slice int not null,
      record_id bigint not null,
      state text not null default 'pending'
        check (state in ('pending', 'waiting', 'done', 'skipped', 'failed', 'unconfirmed')),
      step int not null default 0,
      attempts int not null default 0,
      due_at timestamptz not null,
      error text,
      updated_at timestamptz not null,
      primary key (job_id, slice, record_id)
    ) with (fillfactor = 70);

    create table deliveries (
      job_id uuid not null,
      slice int not null,
      record_id bigint not null,
      step int not null,
      channel text not null,
      state text not null check (state in ('sending', 'sent', 'failed', 'unconfirmed')),
      started_at timestamptz not null,
      finished_at timestamptz,
      primary key (job_id, slice, record_id, step)
    ) with (fillfactor = 70);

    create table outbox (
      id uuid primary key,
      organization_id uuid not null,
      job_id uuid not null,
      record_id bigint not null,
      step int not null,
      recipient text not null,
      subject text not null,
      text_body text,
      html_body text,
      created_at timestamptz not null
    );
    create index on outbox (organization_id, id);
    create index on outbox (job_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outbox, deliveries, recipients, slices, jobs, spinner_versions, spinners')
}
