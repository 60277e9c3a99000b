import type { Knex } from 'knex'

/** The messages of one job are looked at the latest first, a page at a time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index outbox_job_id_id_idx on outbox (job_id, id)')
  await knex.raw('drop index outbox_job_id_idx')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index outbox_job_id_idx on outbox (job_id)')
  await knex.raw('drop index outbox_job_id_id_idx')
}
