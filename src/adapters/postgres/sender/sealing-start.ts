import { type Database, execute, type Statement } from '../database.ts'
import { asReadError } from '../faults.ts'

const find: Statement = { name: 'find_sealing', text: 'select from sealing' }

/**
 * Time in milliseconds for which a process may still store secrets in the old form after the operator has
 * started sealing; `seal-secrets` waits longer.
 */
export const sealingCheckIntervalMs = 1_000

/**
 * Returns a function that tells whether the database's secrets are encrypted with the key ring. Once they
 * are, it no longer queries the database.
 */
export function sealingStart(database: Database): () => Promise<boolean> {
  let hasBegun = false
  let answer: Promise<boolean> | null = null
  let askedAt = 0
  return async () => {
    if (hasBegun) return true
    if (answer === null || performance.now() - askedAt > sealingCheckIntervalMs) {
      askedAt = performance.now()
      answer = ask(database)
    }
    try {
      hasBegun = await answer
      return hasBegun
    } catch (error) {
      answer = null
      throw error
    }
  }
}

/**
 * Queries on a connection outside of the pool; a caller that holds the last connection of the pool would wait
 * for itself.
 */
async function ask(database: Database): Promise<boolean> {
  const connection = await database.openConnection()
  try {
    return (await execute(connection, find, [])).length > 0
  } catch (error) {
    throw asReadError(error)
  } finally {
    await connection.end()
  }
}
