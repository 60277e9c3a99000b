import type { Database } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { untilKeysAreFree } from '../table/lock-keys.ts'

type Work<Result> = (connection: OpenTransaction['connection']) => Promise<Result>

/**
 * The milliseconds for which an erasure waits for locks. A transaction that adds an import to its table may keep rows and
 * record keys locked for that long.
 */
const maxWaitMs = 15_000

/** Runs a part of an erasure in a transaction. Repeats it while an import holds the record keys of a table. */
export function inErasure<Result>(database: Database, work: Work<Result>): Promise<Result> {
  return untilKeysAreFree(database.timers, () => inOneTransaction(database, work), maxWaitMs)
}

function inOneTransaction<Result>(database: Database, work: Work<Result>): Promise<Result> {
  return database.withConnection(async (connection) => {
    await connection.query(`begin; set local lock_timeout = ${maxWaitMs}`)
    try {
      const result = await work(connection)
      await connection.query('commit')
      return result
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      throw error
    }
  })
}
