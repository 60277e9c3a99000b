import type pg from 'pg'
import { currentRequest, markWritten } from '../system/request-writes.ts'
import type { Database } from './database.ts'
import { asReadError } from './faults.ts'

/** Runs `work` in a transaction. Commits when `work` resolves; leaves no trace when it rejects. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  return database.withConnection(async (connection) => {
    // Does not wait for "begin", which travels with the first statement of the work.
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
 * Returns whether the transaction has written or locked rows, for which PostgreSQL gives it an id. The query
 * travels with the commit. True if there is no answer, because then the commit has none either.
 */
function hasWritten(connection: pg.Client): Promise<boolean> {
  return connection.query<{ wrote: boolean }>(askWrites).then(
    ({ rows: [row] }) => row?.wrote ?? true,
    () => true,
  )
}

const askWrites = 'select pg_current_xact_id_if_assigned() is not null as wrote'

/**
 * Commits, and throws if PostgreSQL has answered with a rollback: it does so without an error if a statement
 * has failed.
 */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}
