import pg from 'pg'
import { asOpeningError, DatabaseGone, sqlState } from '../src/adapters/postgres/faults.ts'

/**
 * The SQL state (serialization failure) that replaces those of temporary errors, because graphile-worker
 * retries after it, for about eight minutes.
 */
const triedAgain = '40001'

/**
 * Matches the SQL states of temporary database errors, common in a failover: lock timeout, cancelled
 * statement, and lack of disk space, memory or connections.
 */
const passing = /^(55P03|57014|53...)$/

/** Returns a connection to its pool, or closes it if an error is given. */
type Release = (error?: Error | boolean) => void

/**
 * The connection pool of graphile-worker. Reports temporary database errors as errors that graphile-worker
 * retries. It does not handle any other error when it stores the result of a task, so such an error would end
 * the process.
 */
export class QueuePool extends pg.Pool {
  #isOver = false
  readonly #noRetries: AbortSignal

  /**
   * After `noRetries` is aborted, the pool reports temporary errors as they are, so that graphile-worker fails
   * instead of retrying. A stopping queue would otherwise wait eight minutes for a database that is gone.
   */
  constructor(config: pg.PoolConfig, noRetries: AbortSignal) {
    super(config)
    this.#noRetries = noRetries
    this.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const reportingQuery = (...args: unknown[]): unknown => {
        const queryResult = query(...args)
        return queryResult instanceof Promise
          ? queryResult.catch((error: unknown) => Promise.reject(this.#reported(error)))
          : queryResult
      }
      client.query = reportingQuery as typeof client.query
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void,
  ): Promise<pg.PoolClient> | void {
    if (callback !== undefined)
      return super.connect((error, client, done) => callback(error, client, onceOnly(done)))
    // Returns a promise that never settles if this pool was closed, because its queue was replaced or
    // stopped. An error would make the caller retry, or end the process.
    if (this.#isOver) return new Promise(() => {})
    return super.connect().catch((error: unknown) => {
      if (this.#isOver) return new Promise<never>(() => {})
      throw this.#reported(error)
    })
  }

  override async end(): Promise<void> {
    this.#isOver = true
    await super.end()
  }

  #reported(error: unknown): unknown {
    return this.#noRetries.aborted ? error : retryable(error)
  }
}

/**
 * Returns a release of a connection that ignores further calls. graphile-worker releases the connection on which it
 * listens without catching errors. If that connection breaks while the queue stops, graphile-worker can release it
 * twice; the error of pg would then end the process.
 */
function onceOnly(release: Release): Release {
  let isReleased = false
  return (error) => {
    if (isReleased) return
    isReleased = true
    release(error)
  }
}

function retryable(error: unknown): unknown {
  return error instanceof Error &&
    (asOpeningError(error) instanceof DatabaseGone || passing.test(sqlState(error)))
    ? Object.assign(error, { code: triedAgain })
    : error
}
