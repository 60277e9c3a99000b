import pg from 'pg'
import { connectionTo } from './servers.ts'

/**
 * Returns how many connections a PostgreSQL server allows for roles that are no superusers, for all of its
 * databases together.
 */
export async function maxConnections(url: string): Promise<number> {
  const client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ most: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
    )
    return rows[0]?.most ?? Number.POSITIVE_INFINITY
  } finally {
    await client.end().catch(() => {})
  }
}
