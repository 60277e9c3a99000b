import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface LiftSuppressionCommand {
  readonly organizationId: string
  readonly suppressionId: string
  readonly by: Actor
}

/** Removes an address from the suppression list, so that jobs write to it again. */
export class LiftSuppression {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, suppressionId, by }: LiftSuppressionCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const lifted = await tx.suppressions.remove(organizationId, suppressionId, this.#clock.now())
      if (lifted === null) throw new DomainError('NOT_FOUND', { message: 'Suppression not found' })
      const { id, email, reason } = lifted
      const subject = { kind: 'suppression', id, name: email } as const
      await tx.audit.add({ action: 'suppression.removed', organizationId, by, subject, before: { reason } })
    })
  }
}
