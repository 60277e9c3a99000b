import pg from 'pg'
import { asOpeningError, DatabaseGone, sqlState } from '../src/adapters/postgres/faults.ts'

/** One of the few codes after which graphile-worker tries again: within seconds, for some eight minutes. */
const triedAgain = '40001'

/**
 * A lock that was waited for too long, a statement that an operator ended, and what a server lacks for the moment:
 * disk, memory, connections. After a failover commits wait for the new standby and hold their locks meanwhile.
 */
const passing = /^(55P03|57014|53...)$/

/**
 * The connections of graphile-worker. It writes down what became of an entry without waiting for that, so an error that
 * it does not try again after is one that nobody handles, and the process would end: during a failover every runtime
 * did.
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
    // Whoever still tries has been left behind; another queue has begun, or none will.
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
