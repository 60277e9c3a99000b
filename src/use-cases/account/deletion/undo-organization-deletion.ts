import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedActor } from '../team/locked-member.ts'
import { resumeJobs } from './jobs-of-deletion.ts'

export interface UndoOrganizationDeletionCommand {
  readonly signedIn: SignedIn
  readonly by: Actor
}

/**
 * Undoes the deletion of an organization before it begins. The organization works as before, and jobs that the
 * deletion has paused continue.
 */
export class UndoOrganizationDeletion {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ signedIn, by }: UndoOrganizationDeletionCommand): Promise<void> {
    const organizationId = await this.#unitOfWork.run(async (tx) => {
      const actor = await lockedActor(tx, signedIn)
      if (actor.role !== 'owner')
        throw new DomainError('FORBIDDEN', { message: 'Only an owner can undo the deletion' })
      if (!(await tx.organizations.undoDeletion(actor.organizationId)))
        throw new DomainError('CONFLICT', { message: 'The organization is not to be deleted' })
      await tx.audit.add({
        action: 'organization.deletionUndone',
        organizationId: actor.organizationId,
        by,
        subject: { kind: 'organization', id: actor.organizationId, name: null },
      })
      return actor.organizationId
    })
    await resumeJobs(this.#unitOfWork, { organizationId })
  }
}
