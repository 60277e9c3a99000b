import type { PreparedDatabase } from './run/database/prepared-database.ts'
import { type Changes, perform, type Run } from './run/run.ts'

/**
 * Performs a run of the simulation inside a test. If the run breaks a promise of the service, throws an error
 * with the broken promises and the log of the run (its story).
 */
export async function expectPromisesKept(
  prepared: PreparedDatabase,
  run: Run,
  changes: Changes = {},
): Promise<void> {
  const { violations, story } = await perform(prepared, run, changes)
  if (violations.length === 0) return
  const broken = violations.map(({ promise, words }) => `${promise}:\n  ${words}`)
  throw new Error(`${broken.join('\n')}\n\n${story.join('\n')}`)
}
