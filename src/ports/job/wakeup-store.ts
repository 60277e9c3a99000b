/** Entries for the runtime's queue: hints that a job may have something due. */
export interface WakeupStore {
  add(jobIds: readonly string[]): Promise<void>
}
