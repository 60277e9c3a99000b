import type { Actor } from '../../domain/account/audit/actor.ts'
import { type Advance, advanced, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockClock } from './lock-clock.ts'

export interface AdvanceTestClockCommand {
  readonly organizationId: string
  readonly advance: Advance
  readonly by: Actor
}

/** Sets the target of a test clock. A runtime then moves the clock there and does everything that becomes due. */
export class AdvanceTestClock {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, advance, by }: AdvanceTestClockCommand): Promise<TestClock> {
    return await this.#unitOfWork.run(async (tx) => {
      const clock = advanced(await lockClock(tx, organizationId), advance)
      await tx.testClocks.save(clock)
      await tx.audit.add({
        action: 'testMode.advanced',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: null },
        after: { until: (clock.target ?? clock.now).toISOString() },
      })
      await tx.wakeups.announce([organizationId])
      return clock
    })
  }
}
