import type { Logger } from 'pino'
import type { TestMembership } from '../../../domain/account/sessions/session.ts'
import type { Services } from '../services.ts'

/** `TestTime` runs requests for test organizations at the time on their clocks. */
export class TestTime {
  readonly #services: Services
  readonly #logger: Logger

  constructor(services: Services, logger: Logger) {
    this.#services = services
    this.#logger = logger
  }

  /** Returns a test organization with the time on its clock; null for a real organization. */
  async of(organizationId: string): Promise<TestMembership | null> {
    const now = await this.#services.organizationTimes.testTimeOf(organizationId)
    return now && { organizationId, now }
  }

  /** Runs a request at the time on its test organization's clock, or at the real time if `test` is null. */
  async run(test: TestMembership | null, changes: boolean, work: () => Promise<void>): Promise<void> {
    if (test === null) return work()
    await this.#services.clock.at(test.now, work)
    if (changes) await this.#ask(test.organizationId)
  }

  /**
   * Queues a wake-up of the runtime for a test organization after a change, because no sweep finds work that
   * is due by a test clock. A failure is only logged, because the change is committed. The next change or
   * advance of the clock queues it again.
   */
  async #ask(organizationId: string): Promise<void> {
    try {
      await this.#services.slices.requestTurns([organizationId])
    } catch (err) {
      this.#logger.warn({ err, organizationId }, 'The runtime could not be woken for a test organization')
    }
  }
}
