import type pg from 'pg'
import { DomainError } from '../../domain/errors.ts'
import { currentRequest, markWritten } from '../system/request-writes.ts'
import { refusalOfCommit, refusalOfMoved } from './cell/organization-refusals.ts'
import { type Database, execute } from './database.ts'
import { asReadError, sqlState } from './faults.ts'
import { type Executor, OpenTransaction } from './rows.ts'
import { sqlFunction } from './sql-function.ts'
import { untilKeysAreFree } from './table/lock-keys.ts'

const askWrites = sqlFunction('has_written', 'p_organization')

/** The milliseconds for which a transaction is repeated while an import holds the record keys that it needs. */
const maxRepeatMs = 4_000

/**
 * Runs `work` in a transaction, or in the one that is open already. Commits when `work` resolves; leaves no trace when it
 * rejects. Runs `work` again if it finds the record keys of a table locked by an import. A transaction of a request that
 * has written for an organization which moves to another cell is rolled back and refused, however long ago the request
 * was admitted.
 */
export function inTransaction<Result>(
  database: Executor,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  if (database instanceof OpenTransaction) return work(database.connection)
  return untilKeysAreFree(database.timers, () => inOneTransaction(database, work), maxRepeatMs)
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
      const request = currentRequest()
      if (request !== null && request.claim !== null) await request.claim.within(connection)
      const wrote = request === null ? false : hasWritten(connection, request.organizationId)
      isCommitting = true
      await commit(connection).catch(async (error: unknown) => {
        const answer = await wrote
        throw typeof answer === 'boolean' ? error : answer
      })
      if ((await wrote) === true) markWritten()
      return result
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      throw isCommitting ? error : ((await refusalBehind(connection, error)) ?? asReadError(error))
    }
  })
}

/**
 * Returns the refusal of a request whose transaction has failed because its organization has moved to another cell, so
 * that this cell has no rows of it; null if the error has another cause.
 */
async function refusalBehind(connection: pg.Client, error: unknown): Promise<DomainError | null> {
  const organizationId = currentRequest()?.organizationId ?? null
  const isMissing = error instanceof DomainError ? error.kind === 'not_found' : sqlState(error) !== ''
  if (organizationId === null || !isMissing) return null
  return refusalOfMoved(connection, organizationId).catch(() => null)
}

/**
 * Runs `work` in a transaction that holds an advisory lock. Returns null without running it while another transaction
 * holds the lock.
 */
export function inSoleTransaction<Result>(
  database: Executor,
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
 * Returns whether the transaction has written or locked rows. Sent together with the commit. Returns an error if the
 * organization has left this cell; the commit then rolls back. Returns true if the connection is lost, because the
 * commit then has no answer either.
 */
async function hasWritten(
  connection: pg.Client,
  organizationId: string | null,
): Promise<boolean | DomainError> {
  try {
    const call = askWrites({ p_organization: organizationId })
    const [row] = await execute<{ has_written: boolean }>(connection, ...call)
    return row?.has_written ?? true
  } catch (error) {
    return refusalOfCommit(error) ?? true
  }
}

/**
 * Commits a transaction. Throws if PostgreSQL answers with a rollback, which it does without an error if a
 * statement had failed.
 */
async function commit(connection: pg.Client): Promise<void> {
  const { command } = await connection.query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed')
}
