import type { Clock } from '../../../ports/clock.ts'
import type { InboundFactStore } from '../../../ports/sender/inbound/inbound-fact-store.ts'

/**
 * The number of days for which processed replies and bounces are kept, so that a repeated report does not
 * count twice.
 */
const storedDays = 30

/** Deletes processed replies, bounces and complaints that are too old to be reported again. */
export class DeleteOldInboundFacts {
  readonly #facts: InboundFactStore
  readonly #clock: Clock

  constructor(facts: InboundFactStore, clock: Clock) {
    this.#facts = facts
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - storedDays * 24 * 60 * 60 * 1000)
    while (!signal.aborted && (await this.#facts.deleteOld(before)));
  }
}
