import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface DeleteRecordCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly recordId: string
  readonly by: Actor
}

/** Deletes one record. It still counts against the plan's monthly limit of records. */
export class DeleteRecord {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, dataTableId, recordId, by }: DeleteRecordCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      if ((await tx.records.remove(dataTableId, [recordId])) === 0)
        throw new DomainError('NOT_FOUND', { message: 'Record not found' })
      const subject = { kind: 'record', id: recordId, name: null } as const
      const before = { dataTableId: table.id, dataTable: table.name }
      await tx.audit.add({ action: 'record.deleted', organizationId, by, subject, before })
    })
  }
}
