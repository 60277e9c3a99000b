import type pg from 'pg'
import { noteWritten, requestUnderWay } from '../system/request-writes.ts'
import type { Database } from './database.ts'
import { asReadError } from './faults.ts'

/** Commits when `work` resolves; leaves no trace when it rejects. */
export function inTransaction<Result>(
  database: Database,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  return database.withConnection(async (connection) => {
    // Not awaited: it travels with the first statement of the work.
    const begun = connection.query('begin')
    begun.catch(() => {})
    let isCommitting = false
    try {
      const result = await work(connection)
      await begun
      const wrote = requestUnderWay() === null ? null : hasWritten(connection)
      isCommitting = true
      await commit(connection)
      if ((await wrote) === true) noteWritten()
      return result
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      throw isCommitting ? error : asReadError(error)
    }
  })
}

/**
 * Whether the transaction has written or locked rows, for which PostgreSQL gives it an id. Not awaited before the commit,
 * with which it travels. True if there is no answer, because then there is none to the commit either.
 */
function hasWritten(connection: pg.Client): Promise<boolean> {
  return connection.query<{ wrote: boolean }>(askWrites).then(
    ({ rows: [row] }) => row?.wrote ?? true,
    () => true,
  )
}

const askWrites = 'select pg_current_xact_id_if_assigned() is not null as wrote'

/** PostgreSQL answers the commit of a failed transaction with a rollback, and without an error. */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}
