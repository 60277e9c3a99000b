import pg from 'pg'
import { isPooled } from '../../adapters/postgres/is-pooled.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import type { Config } from '../../config.ts'

/**
 * Throws if DATABASE_POOLED is set and a pooler such as PgBouncer is really in front of the database. A migration needs
 * a session with its own locks and settings, which a pooler of transactions refuses or shares with others.
 */
export async function assertDirectDatabase(
  databaseUrl: string,
  { databasePooled }: Pick<Config, 'databasePooled'>,
): Promise<void> {
  if (!databasePooled) return
  const client = new pg.Client(connectionTo(databaseUrl))
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await isPooled(client))) return
    throw new StartFault(
      'A migration needs a direct connection to PostgreSQL, but DATABASE_URL leads to a pooler such as PgBouncer (DATABASE_POOLED is set). Run `npm run migrate` with a DATABASE_URL of PostgreSQL itself (the chart takes it from migrate.secretName), and start `npm run api` and `npm run worker` with the pooler.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}
