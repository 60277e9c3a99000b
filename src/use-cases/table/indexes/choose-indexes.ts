import { DomainError } from '../../../domain/errors.ts'
import { columnAmong } from '../../../domain/table/column-changes.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ChooseIndexesCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /** The columns by which records can be found and sorted at once, however many records there are. */
  readonly columns: readonly string[]
  /** Whether records can also be found by the words of all columns. */
  readonly words: boolean
}

export const mostIndexedColumns = 10

/**
 * Sets the indexes of a table. New ones are filled in the background; indexes that are not named are removed.
 */
export class ChooseIndexes {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, dataTableId, columns, words }: ChooseIndexesCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      for (const name of columns) columnAmong(table.columns, name)
      await tx.indexes.choose(table.id, [...columns, ...(words ? [null] : [])])
    })
  }
}
