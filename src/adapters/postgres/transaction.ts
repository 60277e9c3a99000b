import type pg from 'pg'
import { currentRequest, markWritten } from '../system/request-writes.ts'
import type { Database } from './database.ts'
import { asReadError } from './faults.ts'
import { untilKeysAreFree } from './table/lock-keys.ts'

/** The milliseconds for which a transaction is repeated while an import holds the record keys that it needs. */
const longestRepeatMs = 4_000

/**
 * Runs `work` in a transaction. Commits when `work` resolves; leaves no trace when it rejects. Runs `work` again if it
 * finds the record keys of a table locked by an import.
 */
export function inTransaction<Result>(
  database: Database,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  return untilKeysAreFree(() => inOneTransaction(database, work), longestRepeatMs)
}

function inOneTransaction<Result>(
  database: Database,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  return database.withConnection(async (connection) => {
    // Sends "begin" without waiting for its answer, so that it travels with the first statement of the
    // transaction.
    const begun = connection.query('begin')
    begun.catch(() => {})
    let isCommitting = false
    try {
      const result = await work(connection)
      await begun
      const wrote = currentRequest() === null ? null : hasWritten(connection)
      isCommitting = true
      await commit(connection)
      if ((await wrote) === true) markWritten()
      return result
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      throw isCommitting ? error : asReadError(error)
    }
  })
}

/**
 * Runs `work` in a transaction that holds an advisory lock. Returns null without running it while another transaction
 * holds the lock.
 */
export function inSoleTransaction<Result>(
  database: Database,
  lock: string,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(database, async (connection) => {
    const take = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine'
    const { rows } = await connection.query<{ mine: boolean }>(take, [lock])
    return rows[0]?.mine === true ? await work(connection) : null
  })
}

/**
 * Returns whether the transaction has written or locked rows; PostgreSQL then has given it an id. Sent
 * together with the commit. Returns true if the connection is lost, because the commit then has no answer
 * either.
 */
function hasWritten(connection: pg.Client): Promise<boolean> {
  return connection.query<{ wrote: boolean }>(askWrites).then(
    ({ rows: [row] }) => row?.wrote ?? true,
    () => true,
  )
}

const askWrites = 'select pg_current_xact_id_if_assigned() is not null as wrote'

/**
 * Commits a transaction. Throws if PostgreSQL answers with a rollback, which it does without an error if a
 * statement had failed.
 */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}
