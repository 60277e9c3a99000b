import type { Backlog } from '../../domain/job/backlog.ts'
import type { LiveWorker } from '../../domain/job/live-worker.ts'

/**
 * The runtime processes that are alive, by the clock of the store that they share, and the work that waits for them.
 */
export abstract class RuntimeStatus {
  /** Adds a worker process, or renews its heartbeat. */
  abstract beat(workerId: string): Promise<void>

  abstract leave(workerId: string): Promise<void>

  /** Returns the workers with a recent heartbeat, oldest first. */
  abstract live(): Promise<readonly LiveWorker[]>

  /** Returns the work of all organizations together that waits for the runtime. */
  abstract backlog(): Promise<Backlog>
}
