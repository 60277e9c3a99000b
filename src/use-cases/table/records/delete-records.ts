import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface DeleteRecordsCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly recordIds: readonly string[]
  readonly by: Actor
}

export const mostDeletedAtOnce = 500

/** Deletes the given records that exist. They still count against the plan's monthly limit of records. */
export class DeleteRecords {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  /** Deletes the given records of a table and returns the number of deleted ones. */
  execute({ organizationId, dataTableId, recordIds, by }: DeleteRecordsCommand): Promise<number> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const records = await tx.records.remove(table.id, recordIds)
      if (records === 0) return 0
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({
        action: 'records.deleted',
        organizationId,
        by,
        subject,
        before: { dataTableId: table.id, records },
      })
      return records
    })
  }
}
