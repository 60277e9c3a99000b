import type { ArrivalBounds } from '../../domain/arrival/arrival-bounds.ts'
import { longestDuplicateWindowSeconds } from '../../domain/arrival/intake.ts'
import type { ArrivalStore } from '../../ports/arrival/arrival-store.ts'
import type { Clock } from '../../ports/clock.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Forgets arrivals that were kept for as long as they are, and what was claimed longer ago than anything counts as a
 * repeat.
 */
export class ClearOldArrivals {
  readonly #arrivals: ArrivalStore
  readonly #clock: Clock
  readonly #bounds: ArrivalBounds

  constructor(arrivals: ArrivalStore, clock: Clock, bounds: ArrivalBounds) {
    this.#arrivals = arrivals
    this.#clock = clock
    this.#bounds = bounds
  }

  async execute(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now().getTime()
    const before = {
      arrivals: new Date(now - this.#bounds.days * dayMs),
      claims: new Date(now - longestDuplicateWindowSeconds * 1000),
    }
    while (!signal.aborted && (await this.#arrivals.clear(before)));
  }
}
