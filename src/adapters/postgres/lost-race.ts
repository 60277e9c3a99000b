import { DomainError } from '../../domain/errors.ts'
import { DatabaseGone, deadlock, sqlState } from './faults.ts'

/**
 * SQLSTATEs of a statement that was rolled back because of another transaction: a row changed before it was
 * locked, or a deadlock.
 */
const lostRace = new Set(['SP001', deadlock])
const maxTries = 20

export function isLostRace(error: unknown): boolean {
  return lostRace.has(sqlState(error))
}

/**
 * Writes one or more requests in one transaction. If another transaction changed the same table, spinner or
 * meter meanwhile, a single request is retried up to 20 times. For several requests the error is thrown, and
 * the caller tries them one by one.
 */
export async function retryLostRace<Result>(entries: number, write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (isLostRace(error) && entries === 1 && tries < maxTries) continue
      // An error without SQLSTATE comes from the connection and not from the server, so it is unknown whether
      // the transaction was committed.
      if (!(error instanceof DomainError) && sqlState(error) === '')
        throw new DatabaseGone('OUTCOME_UNKNOWN', error)
      throw error
    }
  }
}
