/**
 * Queues short turns for organizations that have started a job. An organization waits in the queue only once.
 */
export interface WakeupStore {
  add(organizationIds: readonly string[]): Promise<void>
}
