/**
 * Asks for full turns of organizations at the end of the queue, outside a transaction. An organization waits there once
 * and keeps its place. A hint: it may be lost, and the sweep asks again.
 */
export abstract class Wakeups {
  abstract ask(organizationIds: readonly string[]): Promise<void>
}
