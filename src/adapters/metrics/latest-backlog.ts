import type { Backlog } from '../../domain/job/backlog.ts'
import type { ServiceState } from '../../ports/service-state.ts'
import type { Timers } from '../../ports/timers.ts'

const freshForMs = 1_000
/**
 * The milliseconds that a scrape of the metrics waits for the database. A scraper gives up after a few
 * seconds and then has no metrics at all.
 */
const waitedForMs = 1_000

/**
 * `LatestBacklog` reads the backlog of jobs and slices from the database at most once a second, however many
 * scrapes there are.
 */
export class LatestBacklog {
  readonly #state: ServiceState
  readonly #timers: Timers
  #latest: Promise<Backlog | null> = Promise.resolve(null)
  #requestedAt = Number.NEGATIVE_INFINITY
  #isAsking = false

  constructor(state: ServiceState, timers: Timers) {
    this.#state = state
    this.#timers = timers
  }

  /** Returns the backlog of due work; null if the database does not answer in time. */
  read(): Promise<Backlog | null> {
    if (!this.#isAsking && this.#timers.elapsedMs() - this.#requestedAt >= freshForMs)
      this.#latest = this.#ask()
    const late = new Promise<null>((resolve) => {
      this.#timers.after(waitedForMs, () => resolve(null))
    })
    return Promise.race([this.#latest, late])
  }

  async #ask(): Promise<Backlog | null> {
    this.#isAsking = true
    this.#requestedAt = this.#timers.elapsedMs()
    try {
      return await this.#state.backlog()
    } catch {
      return null
    } finally {
      this.#isAsking = false
    }
  }
}
