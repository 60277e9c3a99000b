import type pg from 'pg'
import { OperationRefused } from './operation-refused.ts'

/** Counts the connections of runtimes to this database. */
export const countRuntimes = {
  name: 'count_connected_runtimes',
  text: `
    select count(distinct coalesce(client_addr::text, '') || ':' || coalesce(client_port, 0)) as count from pg_stat_activity
     where datname = current_database() and application_name like 'spindle-runtime %'`,
}

/**
 * Throws if a runtime is connected to the database of a restore. The runtime checked at its start whether the
 * database was restored, so it would send restored messages again before `after-restore` has run.
 */
export async function assertNoRuntimes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: string }>(countRuntimes.text)
  if (Number(rows[0]?.count) > 0)
    throw new OperationRefused(
      'A runtime is connected to this database and would send messages of the backup again. Nothing was restored. Stop every npm start, npm run api and npm run worker, then run this again.',
    )
}
