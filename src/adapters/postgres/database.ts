import knexFactory, { type Knex } from 'knex'
import type pg from 'pg'
import { asDomainError, asOpeningError, asReadError } from './faults.ts'
import { thisRelease } from './schema/release.ts'
import { connectionTo } from './servers.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  /** How long a request may wait for a connection before it is told that the service is overloaded. */
  readonly acquireTimeoutMs?: number
  /**
   * The database is behind a pooler that gives each transaction another connection to the server (PgBouncer): nothing
   * may be kept on a connection, neither statements by name nor settings.
   */
  readonly pooled?: boolean
}

/** Connections on which a statement has no name. */
const nameless = new WeakSet<pg.Client>()

/** One pool for everything that this process does, except the queue's own. */
export class Database {
  readonly knex: Knex
  /** For who needs a connection that is not like these. */
  readonly url: string
  readonly #lines: Line[] = []
  readonly #connections = new Set<pg.Client>()
  readonly #gathered: (() => Promise<void>)[] = []
  /** Whether every transaction may get another connection to the server. */
  readonly pooled: boolean
  #closed = false

  constructor({ url, poolSize, acquireTimeoutMs = 5_000, pooled = false }: DatabaseOptions) {
    this.pooled = pooled
    this.url = url
    this.knex = knexFactory({
      client: 'pg',
      // Pipelining sends statements that do not wait for each other in one go.
      connection: {
        ...connectionTo(url),
        // By the version it is told whether the one before is still connected.
        application_name: `spindle ${thisRelease().version}`,
        pipeline: true,
        // A database that vanished without a word is found out, and no request waits for it for ever.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        query_timeout: 20_000,
        // The holder of a lock that takes longer than this is stuck.
        ...(pooled ? {} : { options: '-c lock_timeout=4000 -c jit=off' }),
      } as Knex.PgConnectionConfig,
      pool: {
        min: 0,
        max: poolSize,
        propagateCreateError: true,
        afterCreate: (connection: pg.Client, done: (error: null, connection: pg.Client) => void) => {
          if (pooled) nameless.add(connection)
          done(null, connection)
        },
      },
      acquireConnectionTimeout: acquireTimeoutMs,
      // Values do not belong into messages, which are logged.
      compileSqlOnError: false,
      // The request that asked for the connection gets the error; Knex would print it too.
      log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
    })
    // A restart of the database ends idle connections; the pool finds out by itself.
    this.knex.on('error', ignore)
  }

  /** Lends a connection of the pool. */
  async withConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    const connection = await acquired(this.knex)
    try {
      return await work(connection)
    } catch (error) {
      throw asDomainError(error)
    } finally {
      await this.knex.client.releaseConnection(connection)
    }
  }

  /** One statement with a name, so that the server parses and plans it once a connection. */
  write<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.withConnection((connection) => execute<Row>(connection, statement, values))
  }

  /** The same for a statement that changes nothing, whose failure therefore leaves no doubt. */
  async read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return await this.write<Row>(statement, values)
    } catch (error) {
      throw asReadError(error)
    }
  }

  /** A connection kept for one purpose: see Line. */
  line(): Line {
    const line = new Line(this.knex)
    this.#lines.push(line)
    return line
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** A connection beside the pool, for what lasts as long as the connection does. */
  async openConnection(): Promise<pg.Client> {
    const connection = (await this.knex.client.acquireRawConnection()) as pg.Client
    connection.on('error', ignore)
    this.#connections.add(connection)
    connection.once('end', () => this.#connections.delete(connection))
    return connection
  }

  /** For what is gathered in memory and has to be written before the connections are gone. */
  onSettle(write: () => Promise<void>): void {
    this.#gathered.push(write)
  }

  /** Writes what is gathered. */
  async settle(): Promise<void> {
    for (const write of this.#gathered) await write()
  }

  async close(): Promise<void> {
    await this.settle()
    this.#closed = true
    for (const connection of this.#connections) await connection.end()
    for (const line of this.#lines) await line.close()
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
  const query = nameless.has(connection) ? { text: statement.text } : statement
  const { rows } = await connection.query<Row>({ ...query, values: values as unknown[] })
  return rows
}

/**
 * One connection on which statements stand in line at the server: it goes from one to the next without
 * waiting for us, and they never wait for each other's locks.
 */
export class Line {
  readonly #knex: Knex
  #connection: Promise<pg.Client> | null = null

  constructor(knex: Knex) {
    this.#knex = knex
  }

  async write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    this.#connection ??= this.#open()
    const connection = await this.#connection
    try {
      return await execute<Row>(connection, statement, values)
    } catch (error) {
      throw asDomainError(error)
    }
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null)
    this.#connection = null
    if (connection) await this.#knex.client.releaseConnection(connection)
  }

  async #open(): Promise<pg.Client> {
    try {
      const connection = await acquired(this.#knex)
      connection.once('end', () => {
        if (this.#connection === null) return
        this.#connection = null
        void this.#knex.client.releaseConnection(connection)
      })
      return connection
    } catch (error) {
      this.#connection = null
      throw error
    }
  }
}

async function acquired(knex: Knex): Promise<pg.Client> {
  try {
    return (await knex.client.acquireConnection()) as pg.Client
  } catch (error) {
    throw asOpeningError(error)
  }
}

function ignore(): void {}
