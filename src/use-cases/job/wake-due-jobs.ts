import type { Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'

/** Wake-ups may be lost and runtimes may die: wakes the jobs that have something to do now. */
export class WakeDueJobs {
  readonly #slices: Slices
  readonly #wakeups: Wakeups

  constructor(slices: Slices, wakeups: Wakeups) {
    this.#slices = slices
    this.#wakeups = wakeups
  }

  async execute(): Promise<number> {
    const due = await this.#slices.due(100)
    await this.#wakeups.remind(due)
    return due.length
  }
}
