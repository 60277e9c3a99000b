import { DomainError } from '../../../domain/errors.ts'
import { columnAmong } from '../../../domain/table/column-changes.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ChooseIndexesCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /** By which records are to be found and ordered at once, however many there are. */
  readonly columns: readonly string[]
  /** Whether the words of all columns are. */
  readonly words: boolean
}

export const mostIndexedColumns = 10

/** Says by what the records of a table are looked up. It is prepared in the background, and given up where it is not named. */
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
