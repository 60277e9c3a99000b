import type { Segment, SegmentCount } from '../../../domain/table/segment/segment.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SegmentStore, StoredSegment } from '../../../ports/table/segments.ts'
import type { Timers } from '../../../ports/timers.ts'

/** The milliseconds within which a count must be exact; after that it is estimated. */
const maxCountMs = 250
/** The milliseconds for which a stored exact count is returned instead of an estimate. */
const maxAgeMs = 60_000
/** The milliseconds after which an exact count in the background gives up. */
const maxWholeMs = 10 * 60_000
/** The number of exact counts that a process runs in the background at once. */
const maxAtOnce = 2

/**
 * Counts the records of segments. If a table is too large to be counted while a request waits, returns an estimate, and
 * counts in the background for later requests.
 */
export class CountSegment {
  readonly #segments: SegmentStore
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #counting = new Map<string, Promise<void>>()

  constructor(segments: SegmentStore, clock: Clock, timers: Timers) {
    this.#segments = segments
    this.#clock = clock
    this.#timers = timers
  }

  async execute(segment: StoredSegment): Promise<SegmentCount> {
    const { count } = segment
    if (count !== null && this.#clock.now().getTime() - count.at.getTime() < maxAgeMs) return count
    const until = this.#timers.elapsedMs() + maxCountMs
    const exact = await this.#segments.count(segment, () => this.#timers.elapsedMs() > until)
    if (exact !== null) return exact
    // Estimates before the exact count begins, because the two would compete for the database.
    const estimate = await this.#segments.estimate(segment)
    this.#countLater(segment)
    return estimate
  }

  /** Resolves when no count runs in the background. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#counting.values())
  }

  async #countWhole(segment: Segment, signal: AbortSignal): Promise<void> {
    const count = await this.#segments.count(segment, () => signal.aborted)
    if (count !== null) await this.#segments.storeCount(segment, count)
  }

  #countLater(segment: Segment): void {
    if (this.#counting.has(segment.id) || this.#counting.size >= maxAtOnce) return
    const signal = this.#timers.abortAfter(maxWholeMs)
    const counting = this.#countWhole(segment, signal)
      // Ignores a failed count, because the next request counts again.
      .catch(() => {})
      .finally(() => this.#counting.delete(segment.id))
    this.#counting.set(segment.id, counting)
  }
}
