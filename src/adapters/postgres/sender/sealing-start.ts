import { type Database, execute, type Statement } from '../database.ts'
import { asReadError } from '../faults.ts'

const find: Statement = { name: 'find_sealing', text: 'select from sealing' }

/** How long a process may go on as before when the operator has begun to seal: `seal-secrets` waits for longer. */
export const heardOfWithinMs = 1_000

/** Whether what is secret is sealed in this database. Once it is, it is not asked again. */
export function sealingStart(database: Database): () => Promise<boolean> {
  let hasBegun = false
  let answer: Promise<boolean> | null = null
  let askedAt = 0
  return async () => {
    if (hasBegun) return true
    if (answer === null || performance.now() - askedAt > heardOfWithinMs) {
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

/** Beside the pool: who asks may hold the last connection of it, and would wait for itself. */
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
