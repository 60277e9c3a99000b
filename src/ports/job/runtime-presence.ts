import type { LiveWorker } from '../../domain/job/live-worker.ts'

/** The runtime processes that are alive, by the clock of the store that they share. */
export abstract class RuntimePresence {
  /** Adds a worker process, or renews its heartbeat. */
  abstract beat(workerId: string): Promise<void>
  abstract leave(workerId: string): Promise<void>
  /** Returns the workers with a recent heartbeat, oldest first. */
  abstract live(): Promise<readonly LiveWorker[]>
}
