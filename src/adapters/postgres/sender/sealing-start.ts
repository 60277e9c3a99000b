import { type Database, execute, type Statement } from '../database.ts'
import { asReadError } from '../faults.ts'

const find: Statement = { name: 'find_sealing', text: 'select from sealing' }

/**
 * The milliseconds that a process may go on as before after the operator has begun to seal; `seal-secrets`
 * waits longer.
 */
export const sealingCheckIntervalMs = 1_000

/**
 * Returns a function that tells whether secrets are sealed in this database. Once they are, the function asks
 * no more.
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
 * Asks on a connection beside the pool: the caller may hold the last connection of the pool, and would wait
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
