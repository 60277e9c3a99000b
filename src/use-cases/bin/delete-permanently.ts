import type { Actor } from '../../domain/account/audit/actor.ts'
import { entryNotFound } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DeletePermanentlyCommand {
  readonly organizationId: string
  readonly entryId: string
  readonly by: Actor
}

/**
 * Deletes an entry of the bin permanently. The entry cannot be restored from now on, and the runtime deletes its data
 * in parts within a few minutes.
 */
export class DeletePermanently {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, entryId, by }: DeletePermanentlyCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const entry = await tx.bin.lock(organizationId, entryId)
      if (entry === null) throw new DomainError('NOT_FOUND', { message: entryNotFound })
      await tx.bin.save({ ...entry, deleteAt: this.#clock.now() })
      const { kind, name, dataTableId, spinnerId, records } = entry
      const subject = {
        kind: kind === 'records' ? 'dataTable' : kind,
        id: spinnerId ?? dataTableId,
        name,
      } as const
      const before = { dataTableId, ...(kind === 'records' ? { records } : {}) }
      await tx.audit.add({ action: 'bin.deletedPermanently', organizationId, by, subject, before })
    })
  }
}
