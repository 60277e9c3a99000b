import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DeleteDataTableCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly by: Actor
}

/** Deletes a data table and its records, unless a spinner uses the table. */
export class DeleteDataTable {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, dataTableId, by }: DeleteDataTableCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const spinners = await tx.spinners.over(dataTableId)
      if (spinners.length > 0) {
        const named = spinners.slice(0, 3).map((name) => `"${name}"`)
        throw new DomainError('CONFLICT', {
          message: `The data table is used by ${spinners.length === 1 ? 'the spinner' : 'the spinners'} ${named.join(', ')}${spinners.length > 3 ? ' and others' : ''}; delete these spinners first`,
        })
      }
      await tx.dataTables.remove(dataTableId)
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({ action: 'dataTable.deleted', organizationId, by, subject })
    })
  }
}
