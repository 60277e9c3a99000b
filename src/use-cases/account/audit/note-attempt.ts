import { service } from '../../../domain/account/audit/actor.ts'
import type { AttemptBudget } from '../../../domain/account/audit/attempt-budget.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * Writes audit entries about attempts by strangers, within a budget, so that repeated attempts cannot fill
 * the disk. Successful actions are always recorded, in the transaction of their change.
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

  /** Records the attempt in a new transaction, because a failed attempt leaves no transaction to join. */
  async execute(attempt: AuditEvent): Promise<void> {
    const event = this.#within(attempt)
    if (event !== null) await this.#unitOfWork.run((tx) => tx.audit.add(event))
  }

  /** Records the attempt in the transaction of another use case. */
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
