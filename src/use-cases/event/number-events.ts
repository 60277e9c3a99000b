import type { Events } from '../../ports/event/events.ts'

const mostOrganizations = 500

/**
 * Gives numbers to the new events of all organizations, so that destinations can deliver them. Readers of the feed
 * give numbers themselves and do not wait for this sweep.
 */
export class NumberEvents {
  readonly #events: Events

  constructor(events: Events) {
    this.#events = events
  }

  async execute(): Promise<number> {
    const organizationIds = await this.#events.unnumbered(mostOrganizations)
    const faults: unknown[] = []
    // Continues after an error, so that one organization does not delay the events of the others.
    for (const organizationId of organizationIds)
      await this.#events.number(organizationId).catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
    return organizationIds.length
  }
}
