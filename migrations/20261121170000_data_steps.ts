import type { Knex } from 'knex'

/** Changes of what is stored that SQL cannot make: code makes them after the migrations, each once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table data_steps (
      name text primary key,
      done_at timestamptz not null default now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table data_steps')
}
