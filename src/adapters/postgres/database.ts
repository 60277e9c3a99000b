import type { Socket } from 'node:net'
import knexFactory, { type Knex } from 'knex'
import type pg from 'pg'
import type { Timers } from '../../ports/timers.ts'
import { currentRequest, markWritten } from '../system/request-writes.ts'
import { SystemTimers } from '../system/system-timers.ts'
import { asDomainError, asOpeningError, asReadError, DatabaseGone, endedSession } from './faults.ts'
import { thisRelease } from './schema/release.ts'
import { connectionTo } from './servers.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  /**
   * Maximum time in milliseconds that a request waits for a connection of the pool. After it the request is
   * answered with OVERLOADED.
   */
  readonly acquireTimeoutMs?: number
  /** Maximum time in milliseconds that a statement may take. After it the database counts as unreachable. */
  readonly answerTimeoutMs?: number
  /**
   * Whether the database is behind a pooler that gives each transaction another server connection
   * (PgBouncer). Then neither named statements nor settings may be left on a connection.
   */
  readonly pooled?: boolean
  readonly timers?: Timers
}

/**
 * The milliseconds for which values such as last uses and counters are collected in memory before one
 * statement writes them to the database.
 */
const gatheredMs = 10_000

/**
 * Connections that can no longer be used. The value is true if the server or a pooler ended the session with
 * a message. The pool removes such a connection a moment later; until then a caller may still get it.
 */
const lost = new WeakMap<pg.Client, boolean>()
/** Connections behind a pooler, on which statements must not be prepared under a name. */
const nameless = new WeakSet<pg.Client>()

/**
 * The pool of database connections of this process, for everything except the job queue, which has
 * connections of its own.
 */
export class Database {
  readonly knex: Knex
  /** The URL of the database, for callers that open a connection with other settings. */
  readonly url: string
  readonly #lines: WriteQueue[] = []
  readonly #connections = new Set<pg.Client>()
  readonly #gathered: (() => Promise<void>)[] = []
  /**
   * Whether the database is behind a pooler, so that each transaction may use another connection to the
   * server.
   */
  readonly pooled: boolean
  readonly timers: Timers
  #closed = false

  constructor({
    url,
    poolSize,
    acquireTimeoutMs = 5_000,
    answerTimeoutMs = 20_000,
    pooled = false,
    timers = new SystemTimers(),
  }: DatabaseOptions) {
    this.pooled = pooled
    this.timers = timers
    this.url = url
    this.knex = knexFactory({
      client: 'pg',
      // Pipelining sends several statements in one go, instead of waiting for the answer of each.
      connection: {
        ...connectionTo(url),
        // The name of the connection contains the version of Spindle, so that an operator sees during an upgrade
        // whether the previous version is still connected.
        application_name: `spindle ${thisRelease().version}`,
        pipeline: true,
        // Keep-alive packets detect a database that vanished without a message, so that no request waits for
        // ever.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        query_timeout: answerTimeoutMs,
        // Limits the time to connect, because a proxy in front of a paused server accepts connections that
        // never get an answer.
        connectionTimeoutMillis: 5_000,
        // A statement gives up after it has waited 4 s for a lock, because the transaction that holds the
        // lock is probably stuck.
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
      // Leaves the values of statements out of error messages, because error messages are logged.
      compileSqlOnError: false,
      // Suppresses Knex's own log, because the error of a connection is returned to the request that asked
      // for it.
      log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
    })
    // Ignores error events: a restart of the database ends idle connections, and the pool replaces them.
    this.knex.on('error', ignore)
  }

  /** Runs `work` with a connection of the pool, and returns the connection to the pool afterwards. */
  async withConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    const connection = await acquired(this.knex)
    try {
      return await work(connection)
    } catch (error) {
      throw asDomainError(noted(connection, error))
    } finally {
      await release(this.knex, connection)
    }
  }

  /** Runs a statement under a name, so that the server parses and plans it once for each connection. */
  async write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    await currentRequest()?.claim?.ahead()
    const rows = await this.#run<Row>(statement, values)
    markWritten()
    return rows
  }

  /**
   * Runs a statement whose commit does not wait for the disk, and then waits until the commit is on disk. Other
   * transactions get the locks and the notifications of the statement before that wait. They read what is not on disk
   * yet, but their commits follow in the write-ahead log, so no crash undoes only the earlier one. A caller that only
   * reads such rows, and confirms them to a client, must call `flush` first.
   *
   * The statement must return a row if it writes something. Without a row there is no wait, so that refused requests
   * cost no disk write.
   */
  async writeThenFlush<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    await currentRequest()?.claim?.ahead()
    const { rows, fault } = await this.withConnection(async (connection) => {
      const written = await execute<Row>(connection, withoutFlush(statement), values)
      if (written.length === 0) return { rows: written, fault: null }
      const flushing = execute(connection, flush, []).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      return { rows: written, fault: await flushing }
    })
    // The commit of the first statement may be lost if the server also crashes.
    if (fault !== null) throw new DatabaseGone('OUTCOME_UNKNOWN', fault.error)
    markWritten()
    return rows
  }

  /** Waits until all commits that a reader can see are on disk (`writeThenFlush`). */
  async flush(): Promise<void> {
    await this.#run(flush, [])
  }

  /**
   * Runs a statement that changes nothing. Unlike after `write`, an error never leaves in doubt whether
   * something was written.
   */
  async read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.onConnection((connection) => execute<Row>(connection, statement, values))
  }

  /** Runs `work`, which changes nothing, with a connection of the pool. */
  async onConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    try {
      return await this.withConnection(work)
    } catch (error) {
      throw asReadError(error)
    }
  }

  #run<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.withConnection((connection) => execute<Row>(connection, statement, values))
  }

  /** Returns a new `WriteQueue`: a single connection on which statements wait in line at the server. */
  line(): WriteQueue {
    const line = new WriteQueue(this.knex)
    this.#lines.push(line)
    return line
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /**
   * Opens a connection outside of the pool, for locks and other things that last as long as the connection.
   */
  async openConnection(): Promise<pg.Client> {
    const connection = await this.#opened()
    connection.on('error', ignore)
    // Marks a connection outside of the pool as one on which statements must not be named, if there is a
    // pooler. The pool marks only its own connections.
    if (this.pooled) nameless.add(connection)
    this.#connections.add(connection)
    connection.once('end', () => this.#connections.delete(connection))
    return connection
  }

  async #opened(): Promise<pg.Client> {
    try {
      return (await this.knex.client.acquireRawConnection()) as pg.Client
    } catch (error) {
      throw asOpeningError(error)
    }
  }

  /**
   * Returns a function that callers call whenever they have collected a value in memory. `write` then writes
   * all such values ten seconds after the first call, and before the connections close.
   */
  gather(write: () => Promise<void>): () => void {
    let cancel: (() => void) | null = null
    const writeNow = async () => {
      cancel?.()
      cancel = null
      await write()
    }
    this.onSettle(writeNow)
    return () => {
      cancel ??= this.timers.after(gatheredMs, () => void writeNow())
    }
  }

  /**
   * Registers a function that writes values collected in memory, to be called before the connections close.
   */
  onSettle(write: () => Promise<void>): void {
    this.#gathered.push(write)
  }

  /** Writes everything that was collected in memory and not written yet. */
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

/**
 * Writes a message to the write-ahead log, which nobody reads. Its commit waits until this message, and all commits
 * before it, are on disk.
 */
const flush: Statement = {
  name: 'flush',
  text: "select pg_logical_emit_message(true, 'spindle', ''::text)",
}

/** Returns a statement that does what another one does, in a commit that does not wait for the disk. */
function withoutFlush({ name, text }: Statement): Statement {
  return {
    name,
    text: `select w.* from (${text}) w cross join set_config('synchronous_commit', 'off', true)`,
  }
}

export async function execute<Row extends pg.QueryResultRow>(
  connection: pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (isLost(connection)) throw new DatabaseGone('OVERLOADED', new Error('The connection was lost before'))
  const query = nameless.has(connection) ? { text: statement.text } : statement
  try {
    const { rows } = await connection.query<Row>({ ...query, values: values as unknown[] })
    return rows
  } catch (error) {
    throw noted(connection, error)
  }
}

/**
 * Marks a connection as lost if the error says so. If the server had already ended the session with a
 * message, later statements on it were never begun, and get the error OVERLOADED instead.
 */
function noted(connection: pg.Client, error: unknown): unknown {
  if (!(asDomainError(error) instanceof DatabaseGone)) return error
  if (lost.get(connection) === true) return new DatabaseGone('OVERLOADED', error)
  lost.set(connection, endedSession(error))
  return error
}

/**
 * `WriteQueue` is a connection on which statements wait in line at the server. The server goes from one to the next
 * without a round trip, and the statements never wait for each other's locks.
 */
export class WriteQueue {
  readonly #knex: Knex
  #connection: Promise<pg.Client> | null = null
  #open: pg.Client | null = null

  constructor(knex: Knex) {
    this.#knex = knex
  }

  async write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const connection = await this.#current()
    try {
      return await execute<Row>(connection, statement, values)
    } catch (error) {
      throw asDomainError(error)
    }
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null)
    if (connection) await this.#leave(connection)
  }

  async #current(): Promise<pg.Client> {
    for (;;) {
      this.#connection ??= this.#begin()
      const connection = await this.#connection
      if (!isLost(connection)) return connection
      await this.#leave(connection)
    }
  }

  async #begin(): Promise<pg.Client> {
    try {
      const connection = await acquired(this.#knex)
      this.#open = connection
      connection.once('end', () => void this.#leave(connection))
      return connection
    } catch (error) {
      this.#connection = null
      throw error
    }
  }

  /**
   * Returns the connection of this `WriteQueue` to the pool. Does so only once, even if several statements
   * fail because the connection was lost.
   */
  async #leave(connection: pg.Client): Promise<void> {
    if (this.#open !== connection) return
    this.#open = null
    this.#connection = null
    await release(this.#knex, connection)
  }
}

/** Takes a connection from the pool, and discards lost ones that the pool does not know of yet. */
async function acquired(knex: Knex): Promise<pg.Client> {
  try {
    for (;;) {
      const connection = (await knex.client.acquireConnection()) as pg.Client
      if (!isLost(connection)) return connection
      await release(knex, connection)
    }
  } catch (error) {
    throw asOpeningError(error)
  }
}

async function release(knex: Knex, connection: pg.Client): Promise<void> {
  // Marks a lost connection, so that Knex closes it instead of lending it again.
  if (isLost(connection)) Object.assign(connection, { __knex__disposed: new Error('It was lost') })
  await knex.client.releaseConnection(connection)
}

/**
 * Returns whether a connection is lost. After a time-out pg destroys the socket, and reports it a moment
 * later. A statement sent meanwhile does not reach the server, but fails like one that did.
 */
function isLost(connection: pg.Client): boolean {
  if (lost.has(connection)) return true
  const { stream } = (connection as unknown as { readonly connection: { readonly stream: Socket } })
    .connection
  return stream.destroyed
}

function ignore(): void {}
