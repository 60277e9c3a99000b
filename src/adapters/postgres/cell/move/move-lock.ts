import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

const lockMs = 5_000

/** For as long as the connection lasts; false where another process moves the organization. */
export async function lockMove(connection: pg.Client, organizationId: string): Promise<boolean> {
  // A process that was killed just now holds it for a moment.
  const ended = performance.now() + lockMs
  for (;;) {
    const { rows } = await connection.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as mine`,
      [organizationId],
    )
    if (rows[0]?.mine === true) return true
    if (performance.now() > ended) return false
    await setTimeout(100)
  }
}
