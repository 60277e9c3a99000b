import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'

const mostAtOnce = 100

/** The sweep of test organizations: asks for turns of those that a runtime has to go on with. */
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
