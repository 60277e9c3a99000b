import type { Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'

const mostAtOnce = 500

/**
 * The sweep: requests a turn for each organization that has something due. It ends waits and starts retries,
 * and it makes up for lost wake-ups and for runtimes that died.
 */
export class AskDueTurns {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  /**
   * The last organization of an incomplete sweep, so that the next sweep continues after it; null to begin
   * with the first.
   */
  #after: string | null = null

  constructor(slices: Slices, wakeups: Wakeups) {
    this.#slices = slices
    this.#wakeups = wakeups
  }

  async execute(): Promise<number> {
    const due = await this.#slices.due(this.#after, mostAtOnce)
    this.#after = due.length < mostAtOnce ? null : (due.at(-1) ?? null)
    await this.#wakeups.ask(due)
    return due.length
  }
}
