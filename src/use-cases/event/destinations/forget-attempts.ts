import type { Clock } from '../../../ports/clock.ts'
import type { Destinations } from '../../../ports/event/destinations.ts'

const keptMs = 30 * 24 * 60 * 60 * 1000
const atOnce = 10_000

/** Deletes attempts to deliver events that are older than 30 days, as the events themselves are. */
export class ForgetAttempts {
  readonly #destinations: Destinations
  readonly #clock: Clock

  constructor(destinations: Destinations, clock: Clock) {
    this.#destinations = destinations
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - keptMs)
    while (!signal.aborted) if ((await this.#destinations.forgetAttempts(before, atOnce)) < atOnce) return
  }
}
