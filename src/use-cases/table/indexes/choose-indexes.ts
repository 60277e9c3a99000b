import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { columnAmong } from '../../../domain/table/column-changes.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ChooseIndexesCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /** The columns to index, by which records of a large table can be found and sorted fast. */
  readonly columns: readonly string[]
  /** Whether to index the words of all columns, so that records can be found by them fast. */
  readonly words: boolean
  readonly by: Actor
}

export const mostIndexedColumns = 10

/**
 * Sets the indexes of a table. New indexes are filled in the background; indexes that are not named are
 * removed.
 */
export class ChooseIndexes {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, dataTableId, columns, words, by }: ChooseIndexesCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      for (const name of columns) columnAmong(table.columns, name)
      await tx.records.chooseIndexes(table.id, [...columns, ...(words ? [null] : [])])
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const after = { columns, words }
      await tx.audit.add({ action: 'dataTable.indexesChanged', organizationId, by, subject, after })
    })
  }
}
