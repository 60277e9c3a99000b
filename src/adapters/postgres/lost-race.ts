import { DomainError } from '../../domain/errors.ts'
import { DatabaseGone, deadlock, sqlState } from './faults.ts'

/** SQLSTATEs of a statement that found something changed between its read and its lock. */
const lostRace = new Set(['SP001', deadlock])
const mostTries = 20

export function isLostRace(error: unknown): boolean {
  return lostRace.has(sqlState(error))
}

/**
 * Writes the entries of a flush. An entry that came alone and lost a race for a table, a spinner or a meter
 * is retried, up to 20 times. Entries that came together are left to the caller, who tries them one by one.
 */
export async function retryLostRace<Result>(entries: number, write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (isLostRace(error) && entries === 1 && tries < mostTries) continue
      // An error that the server did not report comes from the connection to it.
      if (!(error instanceof DomainError) && sqlState(error) === '')
        throw new DatabaseGone('OUTCOME_UNKNOWN', error)
      throw error
    }
  }
}
