import { service } from '../../../domain/account/audit/actor.ts'
import type { AttemptBudget } from '../../../domain/account/audit/attempt-budget.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * Writes audit entries about failed attempts by strangers, such as sign-ins. The number of entries per time
 * is limited, so that attempts cannot fill the disk.
 */
export class NoteAttempt {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #budget: AttemptBudget

  constructor(unitOfWork: UnitOfWork, clock: Clock, budget: AttemptBudget) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#budget = budget
  }

  /**
   * Writes the audit entry of a failed attempt in a new transaction, because the transaction of the attempt
   * was rolled back.
   */
  async execute(attempt: AuditEvent): Promise<void> {
    const event = this.#within(attempt)
    if (event !== null) await this.#unitOfWork.run((tx) => tx.audit.add(event))
  }

  /** Writes the audit entry of a failed attempt as a part of the transaction of another use case. */
  async within(tx: Transaction, attempt: AuditEvent): Promise<void> {
    const event = this.#within(attempt)
    if (event !== null) await tx.audit.add(event)
  }

  #within(attempt: AuditEvent): AuditEvent | null {
    const outcome = this.#budget.spend(this.#clock.now())
    if (outcome === 'noted') return attempt
    return outcome === 'full' ? omitted(this.#budget.until) : null
  }
}

function omitted(until: Date): AuditEvent {
  return {
    action: 'audit.omitted',
    organizationId: null,
    by: service,
    subject: { kind: 'audit', id: null, name: null },
    after: { until: until.toISOString() },
  }
}
