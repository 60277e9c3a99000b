import type { Actor } from '../../domain/account/audit/actor.ts'
import type { AuditFacts } from '../../domain/account/audit/facts.ts'
import { assertRevision, revisionOfContent } from '../../domain/revision.ts'
import type { TestRules } from '../../domain/test-mode/test-rules.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockClock } from './lock-clock.ts'

export interface SetTestRulesCommand {
  readonly organizationId: string
  readonly rules: TestRules
  /** The `revisionOfContent` of the rules that the editor saw; null to replace any rules. */
  readonly revision: number | null
  readonly by: Actor
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

  async execute({ organizationId, rules, revision, by }: SetTestRulesCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const clock = await lockClock(tx, organizationId)
      const present = revisionOfContent(clock.rules)
      assertRevision({ revision: present }, revision)
      if (revisionOfContent(rules) === present) return
      await tx.testClocks.save({ ...clock, rules })
      await tx.audit.add({
        action: 'testMode.rulesChanged',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: null },
        before: factsOf(clock.rules),
        after: factsOf(rules),
      })
    })
  }
}

/** Returns the host of the test URL. The path of the URL may contain a secret. */
function factsOf({ url }: TestRules): AuditFacts {
  return url === null || !URL.canParse(url) ? {} : { host: new URL(url).host }
}
