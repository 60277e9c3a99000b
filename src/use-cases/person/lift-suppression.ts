import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface LiftSuppressionCommand {
  readonly organizationId: string
  readonly suppressionId: string
  readonly by: Actor
}

/** Jobs write to the address again. */
export class LiftSuppression {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, suppressionId, by }: LiftSuppressionCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const lifted = await tx.suppressions.remove(organizationId, suppressionId)
      if (lifted === null) throw new DomainError('NOT_FOUND', { message: 'Suppression not found' })
      const { id, email, reason } = lifted
      const subject = { kind: 'suppression', id, name: email } as const
      await tx.audit.add({ action: 'suppression.removed', organizationId, by, subject, before: { reason } })
    })
  }
}
