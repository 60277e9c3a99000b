import knexFactory, { type Knex } from 'knex'
import type pg from 'pg'
import { asDomainError } from './faults.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  /** How long a request may wait for a connection before it is told that the service is overloaded. */
  readonly acquireTimeoutMs?: number
}

/** One pool for everything that this process does, except the queue's own. */
export class Database {
  readonly knex: Knex

  constructor({ url, poolSize, acquireTimeoutMs = 5_000 }: DatabaseOptions) {
    this.knex = knexFactory({
      client: 'pg',
      // Pipelining sends statements that do not wait for each other in one go.
      connection: {
        connectionString: url,
        application_name: 'spindle',
        pipeline: true,
        // Waiting for a lock longer than this is waiting for somebody who is stuck.
        options: '-c lock_timeout=4000 -c jit=off',
      } as Knex.PgConnectionConfig,
      pool: { min: 0, max: poolSize, propagateCreateError: true },
      acquireConnectionTimeout: acquireTimeoutMs,
    })
    // A restart of the database ends idle connections; the pool finds out by itself.
    this.knex.on('error', () => {})
  }

  /** Lends a connection of the pool. */
  async withConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    try {
      const connection = (await this.knex.client.acquireConnection()) as pg.Client
      try {
        return await work(connection)
      } finally {
        await this.knex.client.releaseConnection(connection)
      }
    } catch (error) {
      throw asDomainError(error)
    }
  }

  /** One statement with a name, so that the server parses and plans it once a connection. */
  query<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.withConnection((connection) => execute<Row>(connection, statement, values))
  }

  async close(): Promise<void> {
    await this.knex.destroy()
  }
}

export interface Statement {
  readonly name: string
  readonly text: string
}

export async function execute<Row extends pg.QueryResultRow>(
  connection: pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query<Row>({ ...statement, values: values as unknown[] })
  return rows
}
