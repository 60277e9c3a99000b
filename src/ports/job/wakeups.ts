/**
 * Queues a turn (time in which a worker processes slices) for each given organization, outside a transaction. An
 * organization is in the queue only once and keeps its position. An entry may get lost, because the sweep queues
 * the organization again.
 */
export abstract class Wakeups {
  abstract ask(organizationIds: readonly string[]): Promise<void>
}
