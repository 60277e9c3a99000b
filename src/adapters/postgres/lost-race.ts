import { DomainError } from '../../domain/errors.ts'
import { DatabaseGone, deadlock, sqlState } from './faults.ts'

/** What a statement raises that found something changed which it had read before it locked it. */
const lostRace = new Set(['SP001', deadlock])
const mostTries = 20

export function hasLostRace(error: unknown): boolean {
  return lostRace.has(sqlState(error))
}

/**
 * Writes the entries of a flush. Alone, an entry that lost a race for a table, a spinner or a meter looks
 * again, and is then told how it stands; together they are for the caller to try one by one.
 */
export async function retryingAlone<Result>(entries: number, write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (hasLostRace(error) && entries === 1 && tries < mostTries) continue
      // What the server did not report came from the way to it.
      if (!(error instanceof DomainError) && sqlState(error) === '')
        throw new DatabaseGone('OUTCOME_UNKNOWN', error)
      throw error
    }
  }
}
