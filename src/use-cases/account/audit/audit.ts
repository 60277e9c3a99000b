import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AttemptBudget } from '../../../domain/account/audit/attempt-budget.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { AttemptsExhausted } from '../../../domain/account/sessions/attempts-exhausted.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of audit entries that one commit deletes. It is small, so that a sign-in waits only a moment for
 * the commit.
 */
const chunk = 10_000

interface Refusal {
  readonly error: unknown
  /** The id of the organization whose user sent the failed request; null if no user is signed in. */
  readonly organizationId: string | null
  /** Returns the actor of the failed request. Called only if an audit entry is written. */
  readonly by: () => Actor
}

/**
 * The audit log, as far as no other use case writes it: refused requests, exports of lists, and the deletion of old
 * entries.
 */
export class Audit {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #budget: AttemptBudget

  constructor(unitOfWork: UnitOfWork, clock: Clock, budget: AttemptBudget) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#budget = budget
  }

  /** Writes the entry in a new transaction, because the transaction of the failed request was rolled back. */
  async noteRefusal(command: Refusal): Promise<void> {
    const attempt = attemptOf(command)
    const entry = attempt === null ? null : this.#budget.entryOf(attempt, this.#clock.now())
    if (entry !== null) await this.#unitOfWork.run((tx) => tx.audit.add(entry))
  }

  /** Writes the entry of the export of a list, before its first row is sent. */
  async noteExport(
    { organizationId, by }: Requester,
    { list, isFiltered }: { readonly list: string; readonly isFiltered: boolean },
  ): Promise<void> {
    const subject = { kind: 'list', id: null, name: list } as const
    const facts = isFiltered ? { after: { filtered: true as const } } : {}
    await this.#unitOfWork.run((tx) =>
      tx.audit.add({ action: 'list.exported', organizationId, by, subject, ...facts }),
    )
  }

  /** Deletes the audit entries before a time, and returns the number of deleted entries. */
  async forget({ before, by }: { readonly before: Date; readonly by: Actor }): Promise<number> {
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

/** Returns the attempt for the audit log; null if the error is not security-relevant. */
function attemptOf({ error, organizationId, by }: Refusal): AuditEvent | null {
  if (error instanceof RefusedAttempt) return { ...error.attempt, by: by() }
  if (error instanceof AttemptsExhausted && error.isFirst) return exhausted(error, organizationId, by())
  return null
}

function exhausted(
  { attempts, countedBy, account }: AttemptsExhausted,
  organizationId: string | null,
  by: Actor,
): AuditEvent {
  const subject =
    by.kind === 'user'
      ? userAuditSubject(by.email, { id: by.userId })
      : userAuditSubject(account ?? by.ipAddress ?? '')
  return { action: 'attempts.refused', subject, after: { attempts, countedBy }, organizationId, by }
}
