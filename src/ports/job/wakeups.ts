/**
 * Queues full turns for organizations, outside a transaction. An organization waits in the queue once and
 * keeps its place. An entry is a hint: it may be lost, because the sweep queues the organization again.
 */
export abstract class Wakeups {
  abstract ask(organizationIds: readonly string[]): Promise<void>
}

/**
 * Queues short turns for organizations that have started a job. An organization waits in the queue only once.
 */
export interface WakeupStore {
  add(organizationIds: readonly string[]): Promise<void>
}
