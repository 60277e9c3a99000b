/** Wakes the runtime for jobs, outside a transaction. A hint: it may come twice or not at all. */
export abstract class Wakeups {
  abstract wake(jobIds: readonly string[], inSeconds?: number): Promise<void>
  /** The same, unless such a reminder is waiting already: for calls that come round every few seconds. */
  abstract remind(jobIds: readonly string[]): Promise<void>
}
