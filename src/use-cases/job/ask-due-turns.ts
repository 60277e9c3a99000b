import type { Slices } from '../../ports/job/slices.ts'

const maxAtOnce = 500

/**
 * The sweep: requests a turn for each organization with due work. So waits end and retries start, and jobs begin whose
 * announcement or queue entry was lost or whose runtime has died.
 */
export class AskDueTurns {
  readonly #slices: Slices
  /**
   * The id of the last organization of an incomplete sweep; the next sweep continues after it. Null if the
   * last sweep was complete.
   */
  #after: string | null = null

  constructor(slices: Slices) {
    this.#slices = slices
  }

  async execute(): Promise<number> {
    const due = await this.#slices.due(this.#after, maxAtOnce)
    await this.#slices.requestTurns(due)
    this.#after = due.length < maxAtOnce ? null : (due.at(-1) ?? null)
    return due.length
  }
}
