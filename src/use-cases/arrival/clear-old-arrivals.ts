import type { ArrivalBounds } from '../../domain/arrival/arrival-bounds.ts'
import { deliveriesKnownSeconds, maxDuplicateWindowSeconds } from '../../domain/table/duplicate-window.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { Clock } from '../../ports/clock.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Deletes old arrivals after their retention time in days. Deletes old claims, which recognize repeated
 * records, when repeats are no longer expected.
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
    const heldMs = this.#bounds.days * dayMs
    const knownMs = Math.max(maxDuplicateWindowSeconds, deliveriesKnownSeconds) * 1000
    const before = {
      arrivals: new Date(now - heldMs),
      // Keeps claims, which recognize repeated records, longer than arrivals. A held arrival may be admitted
      // on its last day, and its source may repeat the request after that.
      claims: new Date(now - heldMs - knownMs),
    }
    while (!signal.aborted && (await this.#arrivals.clear(before)));
  }
}
