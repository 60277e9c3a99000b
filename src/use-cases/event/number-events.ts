import type { Events } from '../../ports/event/events.ts'

const mostOrganizations = 500

/**
 * Gives numbers to the new events of all organizations, so that destinations can deliver them. Readers of the feed
 * give numbers themselves and do not wait for this sweep.
 */
export class NumberEvents {
  readonly #events: Events
  /**
   * The id of the last organization of an incomplete sweep; the next sweep continues after it. Null if the last sweep
   * was complete.
   */
  #after: string | null = null

  constructor(events: Events) {
    this.#events = events
  }

  async execute(): Promise<number> {
    const organizationIds = await this.#events.unnumbered(this.#after, mostOrganizations)
    this.#after = organizationIds.length < mostOrganizations ? null : (organizationIds.at(-1) ?? null)
    const faults: unknown[] = []
    // Continues after an error, so that one organization does not delay the events of the others.
    for (const organizationId of organizationIds)
      await this.#events.number(organizationId).catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
    return organizationIds.length
  }
}
