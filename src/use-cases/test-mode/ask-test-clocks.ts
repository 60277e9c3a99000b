import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'

const mostAtOnce = 100

/**
 * Requests turns for test organizations that have work, but for which no runtime is working, for example
 * after a crash.
 */
export class AskTestClocks {
  readonly #clocks: TestClocks
  readonly #wakeups: Wakeups

  constructor(clocks: TestClocks, wakeups: Wakeups) {
    this.#clocks = clocks
    this.#wakeups = wakeups
  }

  async execute(): Promise<void> {
    await this.#wakeups.ask(await this.#clocks.unattended(mostAtOnce))
  }
}
