/** Asks for short turns of organizations that have started a job, at the end of the queue; each waits there once. */
export interface WakeupStore {
  add(organizationIds: readonly string[]): Promise<void>
}
