import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface DeleteFileCommand {
  readonly organizationId: string
  readonly fileId: string
  readonly by: Actor
}

/** Deletes a file unless a version of a spinner sends it, because jobs of that version may run for weeks. */
export class DeleteFile {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, fileId, by }: DeleteFileCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const file = await tx.files.lock(organizationId, fileId)
      if (file === null) throw new DomainError('NOT_FOUND', { message: 'File not found' })
      if (await tx.files.isInUse(organizationId, fileId)) {
        const message =
          'The file cannot be deleted, because a version of a spinner uses it. The spinner may be in the bin.'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.files.remove(fileId)
      const subject = { kind: 'file', id: file.id, name: file.name } as const
      await tx.audit.add({ action: 'file.deleted', organizationId, by, subject })
    })
  }
}
