import type { ArrivalView } from '../../domain/arrival/arrival.ts'
import { keyOfPosition } from '../../domain/arrival/arrival-position.ts'
import { bodyContains } from '../../domain/arrival/body-search.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { ArrivalFilter, ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import type { Timers } from '../../ports/timers.ts'

/**
 * The limits of one search request: milliseconds, decrypted bytes, and arrivals. The next request continues
 * by the cursor after the last searched arrival.
 */
const maxMs = 1_000
const maxBytes = 16 * 1024 * 1024
const maxArrivals = 2_000
const listedAtOnce = 100

export interface ArrivalMatches extends PageOf<ArrivalView> {
  /** The number of arrivals whose bodies this request has searched. */
  readonly searched: number
}

/**
 * Searches the bodies of arrivals for a text. Each body is decrypted and read, because bodies are encrypted
 * at rest.
 */
export class SearchArrivals {
  readonly #arrivals: ArrivalStore
  readonly #decoder: BodyDecoder
  readonly #timers: Timers

  constructor(arrivals: ArrivalStore, decoder: BodyDecoder, timers: Timers) {
    this.#arrivals = arrivals
    this.#decoder = decoder
    this.#timers = timers
  }

  /**
   * Searches bodies for a text. Calls `yieldToOthers` after each body, because decrypting and reading a large one
   * takes tens of milliseconds.
   */
  async execute(
    organizationId: string,
    filter: ArrivalFilter,
    text: string,
    page: Page,
    yieldToOthers: () => Promise<void>,
  ): Promise<ArrivalMatches> {
    const until = this.#timers.elapsedMs() + maxMs
    const found: ArrivalView[] = []
    let [after, searched, bytes] = [page.after, 0, 0]
    for (;;) {
      const listed: PageOf<ArrivalView> = await this.#arrivals.list(
        organizationId,
        { ...filter, withBodyOnly: true },
        { limit: listedAtOnce, after },
      )
      let left = listed.items
      while (left.length > 0) {
        const ids = left.map(({ id }) => id)
        const opened = new Map(
          (await this.#arrivals.bodiesOf(organizationId, ids)).map((arrival) => [arrival.id, arrival]),
        )
        // `opened` has no entry for arrivals without a body, and for arrivals whose bodies did not fit into
        // memory with the others.
        const last = left.findLastIndex(({ id }) => opened.has(id))
        for (const view of last === -1 ? left : left.slice(0, last + 1)) {
          const body = opened.get(view.id)?.body ?? null
          searched++
          after = keyOfPosition(view)
          if (body === null) continue
          bytes += body.bytes.length
          if (bodyContains(body, () => this.#decoder.decode(body), text)) found.push(view)
          await yieldToOthers()
          const isSpent = bytes >= maxBytes || searched >= maxArrivals || this.#timers.elapsedMs() > until
          if (found.length === page.limit || isSpent) return { items: found, next: after, searched }
        }
        left = last === -1 ? [] : left.slice(last + 1)
      }
      if (listed.next === null) return { items: found, next: null, searched }
      after = listed.next
    }
  }
}
