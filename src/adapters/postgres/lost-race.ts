import { DomainError } from '../../domain/errors.ts'
import { DatabaseGone, deadlock, sqlState } from './faults.ts'

/**
 * SQLSTATEs of a statement that was rolled back because of another transaction: a row changed before it was
 * locked, or a deadlock.
 */
const lostRace = new Set(['SP001', deadlock])
const mostTries = 20

export function isLostRace(error: unknown): boolean {
  return lostRace.has(sqlState(error))
}

/**
 * Writes the entries of a flush. A single entry whose table, spinner or meter another transaction changed
 * meanwhile is retried, up to 20 times. If there are several entries, the error is thrown, and the caller
 * tries them one by one.
 */
export async function retryLostRace<Result>(entries: number, write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (isLostRace(error) && entries === 1 && tries < mostTries) continue
      // An error without SQLSTATE comes from the connection, not from the server, so it is unknown whether
      // the flush was written.
      if (!(error instanceof DomainError) && sqlState(error) === '')
        throw new DatabaseGone('OUTCOME_UNKNOWN', error)
      throw error
    }
  }
}
