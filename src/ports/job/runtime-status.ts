import type { Backlog } from '../../domain/job/backlog.ts'
import type { LiveWorker } from '../../domain/job/live-worker.ts'

/**
 * Stores which runtime processes are alive, measured by the database's clock, and counts the work that waits
 * for them.
 */
export abstract class RuntimeStatus {
  /** Adds a worker process, or renews its heartbeat. */
  abstract beat(workerId: string): Promise<void>

  abstract leave(workerId: string): Promise<void>

  /** Returns the worker processes with a recent heartbeat, oldest first. */
  abstract live(): Promise<readonly LiveWorker[]>

  /** Returns how much work waits for the runtimes, over all organizations together. */
  abstract backlog(): Promise<Backlog>
}
