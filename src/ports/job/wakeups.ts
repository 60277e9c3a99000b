/**
 * Queues a turn (time in which a worker processes slices) for each given organization, outside a transaction. An
 * organization is in the queue only once and keeps its position. An entry may get lost, because the sweep queues
 * the organization again.
 */
export abstract class Wakeups {
  abstract ask(organizationIds: readonly string[]): Promise<void>
}

/**
 * Tells the runtimes, when the transaction commits, of organizations that have started a job or need a turn for
 * another reason. An idle runtime takes the turn at once; a busy one queues it (`Wakeups`). If no runtime receives
 * the notification, a sweep queues the turn. Every runtime runs a sweep each second.
 */
export interface WakeupStore {
  announce(organizationIds: readonly string[]): Promise<void>
}
