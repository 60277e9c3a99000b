import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Runner, run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { thisRelease } from '../src/adapters/postgres/schema/release.ts'
import { connectionTo } from '../src/adapters/postgres/servers.ts'
import { StartFault } from '../src/adapters/system/start-fault.ts'
import { assertNoPendingRestore } from '../src/operation/process/assert-restore-finished.ts'
import { turnChannel } from './announced-turns.ts'
import { QueuePool } from './queue-pool.ts'
import { crontab } from './tasks.ts'

export interface QueueOptions {
  readonly databaseUrl: string
  /**
   * Whether the database connection goes through a pooler, which supports neither LISTEN nor prepared
   * statements. The runtime then polls twice a second.
   */
  readonly pooled: boolean
  readonly concurrency: number
  readonly tasks: TaskList
  /**
   * Called with the id of an organization when one of its jobs was started, as soon as the database reports it.
   * Reports may get lost; the sweep then finds the job.
   */
  readonly onTurnAnnounced: (organizationId: string) => void
  /** Called each time the queue connects. Notifications of earlier jobs were missed. */
  readonly onListening: () => void
  readonly logger: Logger
  /**
   * Called when the queue has ended five times within a minute of its start, although the database was
   * reachable.
   */
  readonly onFatal: (error: unknown) => void
}

interface Begun {
  readonly runner: Runner
  readonly pool: QueuePool
}

/** The milliseconds after a start. If the queue ends within this time, the start counts as failed. */
const soonMs = 60_000
const maxEarlyExits = 5
const beginAgainMs = 1_000
/**
 * The interval in milliseconds at which a runtime behind a pooler runs the sweep and polls the queue. No notification
 * reaches this runtime, so a job that was just started waits for both.
 */
export const pooledIntervalMs = 500
/**
 * The milliseconds for which a stopping queue retries to store results in an unreachable database. The last retry
 * can begin 5 seconds later.
 */
const lastRetriesMs = 3_000

/**
 * Runs the queue entries of this process with graphile-worker. It ends when it cannot store the result of an
 * entry, as in a failover. `Queue` then starts it again as soon as the database is reachable. The sweep
 * requests the lost entries again.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #stopping = new AbortController()
  /** Aborted when a stopping queue no longer retries to store results. */
  readonly #retries = new AbortController()
  #begun: Begun | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /**
   * Returns when the queue has started for the first time, even if the database is unreachable for long
   * before. Throws when `ending` is aborted before the queue has started, and if the database was restored.
   */
  async start(ending?: AbortSignal): Promise<void> {
    const giveUp = () => this.#stopping.abort()
    ending?.throwIfAborted()
    ending?.addEventListener('abort', giveUp)
    const first = this.#begin().finally(() => ending?.removeEventListener('abort', giveUp))
    this.#running = first.then(
      (begun) => this.#keepRunning(begun),
      () => {},
    )
    if ((await first) === null) ending?.throwIfAborted()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const giveUp = setTimeout(() => this.#retries.abort(), lastRetriesMs)
    // Ignores the error of graphile-worker if it is stopped while it is already ending, or if the database is
    // unreachable. The sweep requests the entries again whose result was not stored.
    await this.#begun?.runner.stop().catch(() => {})
    await this.#running
    clearTimeout(giveUp)
    await this.#begun?.pool.end()
  }

  async #keepRunning(first: Begun | null): Promise<void> {
    let soonEnds = 0
    for (let begun = first; begun !== null; begun = await this.#beginAgain()) {
      const begunAt = performance.now()
      const error = await begun.runner.promise.then(
        () => new Error('The queue runner stopped unexpectedly'),
        (fault: unknown) => fault,
      )
      if (this.#stopping.signal.aborted) return
      soonEnds = performance.now() - begunAt < soonMs ? soonEnds + 1 : 0
      this.#options.logger.warn({ err: error }, 'The queue ended; the runtime starts it again')
      this.#begun = null
      await begun.pool.end().catch(() => {})
      if (soonEnds >= maxEarlyExits) {
        this.#options.onFatal(error)
        return
      }
      await this.#pause()
    }
  }

  async #beginAgain(): Promise<Begun | null> {
    try {
      return await this.#begin()
    } catch (error) {
      this.#options.onFatal(error)
      return null
    }
  }

  /**
   * Starts graphile-worker. Retries until it succeeds; returns null if the queue is stopped before. Throws if the
   * database was restored and `after-restore` has not run.
   */
  async #begin(): Promise<Begun | null> {
    while (!this.#stopping.signal.aborted) {
      const pool = this.#pool()
      try {
        await assertFinishedRestore(pool)
        this.#begun = { runner: await this.#run(pool), pool }
        // Stops a runner that has started while the queue was stopped, because `stop` could not reach it.
        if (this.#stopping.signal.aborted) await this.#begun.runner.stop().catch(() => {})
        return this.#begun
      } catch (error) {
        await pool.end().catch(() => {})
        if (error instanceof StartFault) throw error
        this.#options.logger.warn({ err: error }, 'The queue cannot be reached; the runtime retries')
        await this.#pause()
      }
    }
    return null
  }

  #run(pool: QueuePool): Promise<Runner> {
    const { concurrency, pooled, tasks, logger } = this.#options
    return run({
      pgPool: pool,
      concurrency,
      // LISTEN reports new queue entries at once. Polling finds the entries whose notification was lost.
      pollInterval: pooled ? pooledIntervalMs : 1_000,
      noHandleSignals: true,
      taskList: tasks,
      crontab,
      events: this.#events(),
      logger: new WorkerLogger(() => (level, message) => {
        if (level === 'error' || level === 'warning') logger.warn({ message }, 'runtime')
      }),
      preset: { worker: { gracefulShutdownAbortTimeout: 60_000, preparedStatements: !pooled } },
    })
  }

  /** Returns the events of a runner. Listens for announced turns on the connection on which the runner listens. */
  #events(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:listen:success', ({ client }) => {
      // Waits for the runner's own statement, because the connection takes one statement at a time. Ignores an
      // error, because the runner reports it too, and then listens on another connection.
      client.once('drain', () => {
        client
          .query(`listen "${turnChannel}"`)
          .then(() => this.#options.onListening())
          .catch(() => {})
      })
    })
    events.on('pool:listen:notification', ({ message: { channel, payload } }) => {
      if (channel === turnChannel && payload !== undefined) this.#options.onTurnAnnounced(payload)
    })
    return events
  }

  #pool(): QueuePool {
    const { databaseUrl, concurrency, pooled, logger } = this.#options
    const pool = new QueuePool(
      {
        ...connectionTo(databaseUrl),
        max: concurrency + 2,
        application_name: `spindle-runtime ${thisRelease().version}`,
        // Limits the time of connection attempts and statements, because a suspended database host accepts them
        // but never answers.
        connectionTimeoutMillis: 5_000,
        query_timeout: 30_000,
        keepAlive: true,
        // Does not wait for the disk when a queue entry is removed. After a crash of the database an entry may
        // be processed twice, which does no harm.
        ...(pooled ? {} : { options: '-c synchronous_commit=off' }),
      },
      this.#retries.signal,
    )
    // Handles errors of idle database connections; otherwise a restart of the database would end the process.
    const lost = (error: Error) =>
      logger.warn({ err: error }, 'A database connection of the runtime was lost')
    pool.on('error', lost)
    pool.on('connect', (client) => client.on('error', lost))
    return pool
  }

  async #pause(): Promise<void> {
    await sleep(beginAgainMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
}

/**
 * Throws if the database was restored and `after-restore` has not run. Checks on a connection of the queue: a restore
 * that ends later counts this connection as a runtime and is refused.
 */
async function assertFinishedRestore(pool: QueuePool): Promise<void> {
  const client = await pool.connect()
  try {
    await assertNoPendingRestore(client)
  } finally {
    client.release()
  }
}
