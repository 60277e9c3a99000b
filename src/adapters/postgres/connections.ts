import { Connections, type ConnectionUse } from '../../ports/connections.ts'
import type { Database, Statement } from './database.ts'

// Application names that connections of versions before 0.3 have; they contain no version.
const countFormer: Statement = {
  name: 'count_former_connections',
  text: `
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name in ('spindle', 'spindle-runtime')`,
}

/** The functions of Knex's connection pool that report how many connections are in use. */
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

  override async ofFormerVersion(): Promise<number> {
    const [row] = await this.#database.read<{ count: number }>(countFormer, [])
    return row?.count ?? 0
  }
}
