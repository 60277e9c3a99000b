import pg from 'pg'
import { asOpeningError, DatabaseGone, sqlState } from '../src/adapters/postgres/faults.ts'

/** An SQL state after which graphile-worker retries, within seconds and for about eight minutes. */
const triedAgain = '40001'

/**
 * Matches temporary errors: a lock timeout, a statement that an operator cancelled, and missing disk space,
 * memory or connections. After a failover, commits wait for the new standby and hold their locks meanwhile.
 */
const passing = /^(55P03|57014|53...)$/

/**
 * The connections of graphile-worker. It records the outcome of an entry without waiting for the result. An
 * error that it does not retry would therefore be unhandled and end the process, as every runtime did during
 * a failover.
 */
export class QueuePool extends pg.Pool {
  #isOver = false

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const told = (...args: unknown[]): unknown => {
        const asked = query(...args)
        return asked instanceof Promise
          ? asked.catch((error: unknown) => Promise.reject(retryable(error)))
          : asked
      }
      client.query = told as typeof client.query
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback)
    // A caller that still retries belongs to a queue that was replaced or stopped. It must wait for ever
    // instead of failing.
    if (this.#isOver) return new Promise(() => {})
    return super.connect().catch((error: unknown) => {
      if (this.#isOver) return new Promise<never>(() => {})
      throw retryable(error)
    })
  }

  override async end(): Promise<void> {
    this.#isOver = true
    await super.end()
  }
}

function retryable(error: unknown): unknown {
  return error instanceof Error &&
    (asOpeningError(error) instanceof DatabaseGone || passing.test(sqlState(error)))
    ? Object.assign(error, { code: triedAgain })
    : error
}
