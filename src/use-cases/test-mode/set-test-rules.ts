import { assertRevision, revisionOfContent } from '../../domain/revision.ts'
import type { TestRules } from '../../domain/test-mode/test-rules.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockClock } from './lock-clock.ts'

export interface SetTestRulesCommand {
  readonly organizationId: string
  readonly rules: TestRules
  /** The `revisionOfContent` of the rules that the editor saw; null to replace any rules. */
  readonly revision: number | null
}

/**
 * Sets the rules that simulate the outcomes of messages, calls and replies in a test organization. They apply
 * from the next message or call on.
 */
export class SetTestRules {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, rules, revision }: SetTestRulesCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const clock = await lockClock(tx, organizationId)
      assertRevision({ revision: revisionOfContent(clock.rules) }, revision)
      await tx.testClocks.save({ ...clock, rules })
    })
  }
}
