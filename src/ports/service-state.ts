import type { Backlog } from '../domain/job/backlog.ts'
import type { LiveWorker } from '../domain/job/live-worker.ts'

export interface ConnectionUse {
  readonly used: number
  readonly free: number
  /** The number of callers that wait for a database connection. */
  readonly waiting: number
}

export const databaseUnreachable = 'The database cannot be reached'

/**
 * Reports the state of the service as this process sees it: whether this version can work on the database, the use of its
 * connections, the runtime processes that are alive by the database's clock, and the work that waits for them.
 */
export abstract class ServiceState {
  /** Returns how many database connections this process uses; null if there is no database. */
  abstract connectionUse(): ConnectionUse | null

  /**
   * Returns what still prevents the service from working, such as a missing migration; null if it is ready.
   */
  abstract missing(): Promise<string | null>

  /** Adds a worker process, or renews its heartbeat. */
  abstract beat(workerId: string): Promise<void>

  abstract leave(workerId: string): Promise<void>

  /** Returns the worker processes with a recent heartbeat, oldest first. */
  abstract live(): Promise<readonly LiveWorker[]>

  /** Returns how much work waits for the runtimes, over all organizations together. */
  abstract backlog(): Promise<Backlog>
}
