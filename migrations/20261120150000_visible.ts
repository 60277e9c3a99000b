import type { Knex } from 'knex'

/** What people see of the service at work: who makes jobs progress. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table runtime_workers (
      id uuid primary key,
      started_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table runtime_workers')
}
