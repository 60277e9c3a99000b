import type { Clock } from '../../ports/clock.ts'
import type { DestinationStore } from '../../ports/event/destinations.ts'
import type { EventStore } from '../../ports/event/events.ts'

/** The number of milliseconds for which events and attempts to deliver them are stored: 30 days. */
const storedMs = 30 * 24 * 60 * 60 * 1000
/** The maximum number of batches of events that one transaction deletes. */
const maxBatchesAtOnce = 500
/** The maximum number of attempts that one transaction deletes. */
const maxAttemptsAtOnce = 10_000
const maxOrganizations = 500

/** Numbers the new events of all organizations, and deletes old events and attempts to deliver them. */
export class EventMaintenance {
  readonly #events: EventStore
  readonly #destinations: DestinationStore
  readonly #clock: Clock
  /**
   * The id of the last organization of an incomplete sweep; the next sweep continues after it. Null if the last sweep
   * was complete.
   */
  #after: string | null = null

  constructor(events: EventStore, destinations: DestinationStore, clock: Clock) {
    this.#events = events
    this.#destinations = destinations
    this.#clock = clock
  }

  /**
   * Gives numbers to the new events of all organizations, so that destinations can deliver them. Readers of the feed
   * give numbers themselves and do not wait for this sweep.
   */
  async number(): Promise<number> {
    const organizationIds = await this.#events.unnumbered(this.#after, maxOrganizations)
    this.#after = organizationIds.length < maxOrganizations ? null : (organizationIds.at(-1) ?? null)
    const faults: unknown[] = []
    // Continues after an error, so that one organization does not delay the events of the others.
    for (const organizationId of organizationIds)
      await this.#events.number(organizationId).catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
    return organizationIds.length
  }

  /** Deletes events after 30 days, and requests for event types that have ended. */
  async deleteOldEvents(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    await this.#events.endRequests(now)
    const before = new Date(now.getTime() - storedMs)
    while (!signal.aborted && (await this.#events.forget(before, maxBatchesAtOnce)) === maxBatchesAtOnce);
  }

  /** Deletes attempts to deliver events that are older than 30 days, as the events themselves are. */
  async deleteOldAttempts(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - storedMs)
    while (!signal.aborted)
      if ((await this.#destinations.forgetAttempts(before, maxAttemptsAtOnce)) < maxAttemptsAtOnce) return
  }
}
