import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'

const mostAtOnce = 100

/** Asks for turns of test organizations that no runtime works for although there is work, such as after a crash. */
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
