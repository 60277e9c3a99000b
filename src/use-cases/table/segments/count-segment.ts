import type { Segment, SegmentCount } from '../../../domain/table/segment/segment.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SegmentStore, StoredSegment } from '../../../ports/table/segments.ts'
import type { Timers } from '../../../ports/timers.ts'

/** The milliseconds within which a count must be exact; after that it is estimated. */
const maxCountMs = 250
/** The milliseconds for which an exact count is returned instead of an estimate, from the end of the count. */
const maxAgeMs = 60_000
/** The milliseconds after which an exact count in the background gives up. */
const maxWholeMs = 10 * 60_000
/** The number of exact counts that a process runs in the background at once. */
const maxAtOnce = 2

interface PendingCount {
  readonly estimate: SegmentCount
  readonly end: Promise<void>
}

interface RecentCount {
  readonly count: SegmentCount
  /** The elapsed milliseconds until which the count is returned. */
  readonly until: number
}

/**
 * Counts the records of segments. If a table is too large to be counted while a request waits, returns an estimate, and
 * counts in the background for later requests.
 */
export class CountSegment {
  readonly #segments: SegmentStore
  readonly #clock: Clock
  readonly #timers: Timers
  /** The ends of the counts that run at once. A new count begins after one of them. */
  readonly #lanes: Promise<void>[] = Array.from({ length: maxAtOnce }, () => Promise.resolve())
  #counts = 0
  /** The exact counts that run or wait in the background, with the estimates that are returned until they end. */
  readonly #pending = new Map<string, PendingCount>()
  /** The exact counts that ended in the background, which may have taken longer than a stored count is returned. */
  readonly #recent = new Map<string, RecentCount>()

  constructor(segments: SegmentStore, clock: Clock, timers: Timers) {
    this.#segments = segments
    this.#clock = clock
    this.#timers = timers
  }

  async execute(segment: StoredSegment): Promise<SegmentCount> {
    const { count } = segment
    if (count !== null && this.#clock.now().getTime() - count.at.getTime() < maxAgeMs) return count
    const key = keyOf(segment)
    const recent = this.#recent.get(key)
    if (recent !== undefined && this.#timers.elapsedMs() < recent.until) return recent.count
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending.estimate
    const until = this.#timers.elapsedMs() + maxCountMs
    const exact = await this.#segments.count(segment, () => this.#timers.elapsedMs() > until)
    if (exact !== null) return exact
    // Estimates before the exact count begins, because the two would compete for the database.
    const estimate = await this.#segments.estimate(segment)
    if (!this.#pending.has(key)) this.#pending.set(key, { estimate, end: this.#countLater(segment, key) })
    return estimate
  }

  /** Resolves when no count runs in the background. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#pending.values()].map(({ end }) => end))
  }

  /** Counts after the counts that began before, at most some at once. */
  #countLater(segment: Segment, key: string): Promise<void> {
    const lane = this.#counts++ % maxAtOnce
    const before = this.#lanes[lane] ?? Promise.resolve()
    const end = before
      .then(() => this.#countWhole(segment))
      // Ignores a failed count, because the next request counts again.
      .catch(() => {})
      .finally(() => this.#pending.delete(key))
    this.#lanes[lane] = end
    return end
  }

  async #countWhole(segment: Segment): Promise<void> {
    const signal = this.#timers.abortAfter(maxWholeMs)
    const count = await this.#segments.count(segment, () => signal.aborted)
    if (count === null) return
    await this.#segments.storeCount(segment, count)
    const now = this.#timers.elapsedMs()
    for (const [key, { until }] of this.#recent) if (until <= now) this.#recent.delete(key)
    this.#recent.set(keyOf(segment), { count, until: now + maxAgeMs })
  }
}

/** Returns the key of a count. A changed condition has another count. */
function keyOf({ id, where }: Segment): string {
  return `${id} ${JSON.stringify(where)}`
}
