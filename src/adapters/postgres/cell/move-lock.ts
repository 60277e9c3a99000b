import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

const lockMs = 5_000

/**
 * Takes the lock of an organization's move until the connection ends. Returns false if another process is
 * moving it.
 */
export async function lockMove(connection: pg.Client, organizationId: string): Promise<boolean> {
  // Retries for a short time if another process holds the lock of the move. A process that was just killed
  // keeps its lock for a moment.
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
