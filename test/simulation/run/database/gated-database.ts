import type pg from 'pg'
import { Database, execute, type Statement, WriteQueue } from '../../../../src/adapters/postgres/database.ts'
import { asDomainError } from '../../../../src/adapters/postgres/faults.ts'
import type { Outside } from '../../world/outside.ts'
import type { Gates } from '../gates.ts'
import type { ServiceProcess } from '../service-process.ts'
import type { Outage } from './outage.ts'

/**
 * The database of one simulated process. Every use of a connection passes a gate. All processes of a run share
 * one connection, which keeps its query plans from seed to seed.
 */
export class GatedDatabase extends Database {
  readonly #connection: pg.Client
  readonly #gates: Gates
  readonly #process: ServiceProcess
  readonly #outage: Outage

  constructor(
    connection: pg.Client,
    { gates, outage, timers }: Pick<Outside, 'gates' | 'outage' | 'timers'>,
    process: ServiceProcess,
  ) {
    // Sets `pooled`, so that leases end by time alone. No process of a simulation run has a database connection
    // of its own that can be lost.
    super({ url: 'postgres://nowhere', poolSize: 1, pooled: true, timers })
    this.#connection = connection
    this.#gates = gates
    this.#process = process
    this.#outage = outage
  }

  override withConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    return this.#gates.pass(this.#process, async () => {
      try {
        this.#outage.reach('before')
        const result = await work(this.#connection)
        this.#outage.reach('after')
        return result
      } catch (error) {
        throw asDomainError(error)
      }
    })
  }

  override line(): WriteQueue {
    return new GatedLine(this)
  }
}

class GatedLine extends WriteQueue {
  readonly #database: GatedDatabase

  constructor(database: GatedDatabase) {
    super(database.knex)
    this.#database = database
  }

  override write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.#database.withConnection((connection) => execute<Row>(connection, statement, values))
  }
}
