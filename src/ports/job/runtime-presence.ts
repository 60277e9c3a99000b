import type { LiveWorker } from '../../domain/job/live-worker.ts'

/** Which runtime processes are there, by the clock of the store that they share. */
export abstract class RuntimePresence {
  /** Enters a worker, or says that it is still there. */
  abstract beat(workerId: string): Promise<void>
  abstract leave(workerId: string): Promise<void>
  /** Those that were not silent for too long, the oldest first. */
  abstract live(): Promise<readonly LiveWorker[]>
}
