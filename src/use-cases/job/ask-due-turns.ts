import type { Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'

const mostAtOnce = 500

/**
 * The sweep: asks for a turn of each organization that has something to do now. By it waits end and messages are tried
 * again, and it makes good for wake-ups that were lost and runtimes that died.
 */
export class AskDueTurns {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  /** Where the last sweep left off that did not get through: no organization is passed over for ever. */
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
