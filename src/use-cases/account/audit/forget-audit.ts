import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ForgetAuditCommand {
  readonly before: Date
  readonly by: Actor
}

/**
 * The number of audit entries that one commit deletes. It is small, so that a sign-in waits only a moment for
 * the commit.
 */
const chunk = 10_000

/**
 * Deletes the audit entries older than a given time. The first transaction also writes an audit entry about
 * the deletion.
 */
export class ForgetAudit {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** Deletes the audit entries before a time, and returns the number of deleted entries. */
  async execute({ before, by }: ForgetAuditCommand): Promise<number> {
    if (before > this.#clock.now())
      throw new DomainError('VALIDATION_FAILED', { message: 'The time must not be in the future' })
    let forgotten = 0
    for (let last = chunk; last === chunk; forgotten += last) {
      const isFirst = forgotten === 0
      last = await this.#unitOfWork.run(async (tx) => {
        const count = await tx.audit.forget(before, chunk)
        if (isFirst) {
          await tx.audit.add({
            action: 'audit.forgotten',
            organizationId: null,
            by,
            subject: { kind: 'audit', id: null, name: null },
            after: { until: before.toISOString() },
          })
        }
        return count
      })
    }
    return forgotten
  }
}
