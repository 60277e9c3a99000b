import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/** Polls a condition of a test until it is met. Throws an error if it is not met in time. */
export async function until(met: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const deadline = performance.now() + milliseconds
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error(`Not met within ${milliseconds} ms`)
    await setTimeout(20)
  }
}

/** Waits in a test until at least this number of connections to the database wait for locks that others hold. */
export async function untilLocksAreAwaited(sql: pg.Client, connections = 1): Promise<void> {
  await until(async () => {
    // Within a transaction, the list of connections is otherwise the same at each look, also if a new one waits.
    await sql.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await sql.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return (rowCount ?? 0) >= connections
  })
}
