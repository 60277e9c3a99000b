import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'

const mostAtOnce = 100

/** The sweep of test organizations: asks for those whose clock is being moved and that no runtime works for. */
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
