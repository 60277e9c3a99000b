import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { MissingColumns } from '../../domain/table/data-table.ts'
import { withMetadata } from '../../domain/table/header.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ChangeDataTableCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly changes: {
    readonly name?: string
    readonly metadataColumns?: readonly string[]
    readonly missingColumns?: MissingColumns
  }
  /** Null when the editor did not say what they had before them. */
  readonly revision: number | null
}

export class ChangeDataTable {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, dataTableId, changes, revision }: ChangeDataTableCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      assertRevision(table, revision)
      const { name = table.name, missingColumns = table.missingColumns, metadataColumns } = changes
      const columns =
        metadataColumns === undefined ? table.columns : withMetadata(table.columns, metadataColumns)
      const schemaVersion = table.schemaVersion + (missingColumns === table.missingColumns ? 0 : 1)
      await tx.dataTables.save({
        ...table,
        name,
        columns,
        missingColumns,
        schemaVersion,
        revision: table.revision + 1,
      })
    })
  }
}
