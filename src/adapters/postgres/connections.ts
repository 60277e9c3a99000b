import { Connections, type ConnectionUse } from '../../ports/connections.ts'
import type { Database } from './database.ts'

/** The part of Knex's pool that tells how it is doing. */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

export class PostgresConnections extends Connections {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override use(): ConnectionUse | null {
    const pool = this.#database.knex.client.pool as Pool
    return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
  }
}
