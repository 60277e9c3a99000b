import type { Clock } from '../../ports/clock.ts'
import type { Events } from '../../ports/event/events.ts'

/** The number of days for which events are kept. */
const eventDays = 30
const dayMs = 86_400_000
/** The largest number of batches that one transaction deletes. */
const mostAtOnce = 500

/** Deletes events after 30 days, and requests for event types that have ended. */
export class ForgetEvents {
  readonly #events: Events
  readonly #clock: Clock

  constructor(events: Events, clock: Clock) {
    this.#events = events
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    await this.#events.endRequests(now)
    const before = new Date(now.getTime() - eventDays * dayMs)
    while (!signal.aborted && (await this.#events.forget(before, mostAtOnce)) === mostAtOnce);
  }
}
