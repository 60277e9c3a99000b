import { setTimeout } from 'node:timers/promises'
import type { Backlog } from '../../domain/job/backlog.ts'
import type { BacklogQueries } from '../../ports/job/backlog-queries.ts'

const freshForMs = 1_000
/** A scraper gives up after a few seconds, and then has nothing at all. */
const waitedForMs = 1_000

/** However many scrape and however often, the database is asked once a second at most. */
export class LatestBacklog {
  readonly #queries: BacklogQueries
  #latest: Promise<Backlog | null> = Promise.resolve(null)
  #askedAt = Number.NEGATIVE_INFINITY
  #isAsking = false

  constructor(queries: BacklogQueries) {
    this.#queries = queries
  }

  /** Null when the database does not answer. */
  read(): Promise<Backlog | null> {
    if (!this.#isAsking && performance.now() - this.#askedAt >= freshForMs) this.#latest = this.#ask()
    return Promise.race([this.#latest, setTimeout(waitedForMs, null, { ref: false })])
  }

  async #ask(): Promise<Backlog | null> {
    this.#isAsking = true
    this.#askedAt = performance.now()
    try {
      return await this.#queries.read()
    } catch {
      return null
    } finally {
      this.#isAsking = false
    }
  }
}
