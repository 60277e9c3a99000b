/** A runtime process that counts as alive, because it sent a heartbeat in the last 15 seconds. */
export interface LiveWorker {
  readonly id: string
  readonly startedAt: Date
  readonly lastSeenAt: Date
}

/**
 * The seconds without a heartbeat after which a worker counts as dead. A worker sends one every few seconds.
 */
export const maxSilenceSeconds = 15
