import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface UnpublishSpinnerCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: Actor
}

/** Unpublishes a spinner, so that no trigger and no schedule starts it. Started jobs continue unchanged. */
export class UnpublishSpinner {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, spinnerId, by }: UnpublishSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      if (spinner.publishedVersion === null) return
      await tx.spinners.save({ ...spinner, publishedVersion: null, revision: spinner.revision + 1 })
      await tx.spinners.removeStarts(spinnerId)
      await tx.audit.add({
        action: 'spinner.unpublished',
        organizationId,
        by,
        subject: { kind: 'spinner', id: spinner.id, name: spinner.name },
        before: { version: spinner.publishedVersion },
      })
    })
  }
}
