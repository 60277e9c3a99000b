import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import { changedParts } from '../../domain/spinner/draft-parts.ts'
import { draftFromVersion } from '../../domain/spinner/spinner.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface RestoreVersionCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number
  /** The revision of the draft that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  readonly by: Actor
}

/**
 * Copies a version of a spinner back into its draft. The published version stays until the draft is
 * published.
 */
export class RestoreVersion {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(command: RestoreVersionCommand): Promise<void> {
    const { organizationId, spinnerId, version, revision, by } = command
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      const frozen = await tx.spinners.findVersion(spinnerId, version)
      if (frozen === null) throw new DomainError('NOT_FOUND', { message: 'Version not found' })
      assertRevision(spinner, revision)
      const draft = draftFromVersion(spinner, frozen)
      await tx.spinners.save(draft)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      const after = { version, parts: changedParts(spinner, draft) }
      await tx.audit.add({ action: 'spinner.versionRestored', organizationId, by, subject, after })
    })
  }
}
