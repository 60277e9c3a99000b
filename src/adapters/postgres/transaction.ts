import type pg from 'pg'
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
      isCommitting = true
      await commit(connection)
      return result
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      throw isCommitting ? error : asReadError(error)
    }
  })
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, and without an error. */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}
