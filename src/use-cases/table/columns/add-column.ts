import type { Actor } from '../../../domain/account/audit/actor.ts'
import { columnName, withColumn } from '../../../domain/table/column-changes.ts'
import { columnTypeOf, type TypedColumn } from '../../../domain/table/column-type.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertColumnsMayChange, type ColumnCommand, tableForColumns } from './table-for-columns.ts'

export interface AddColumnCommand extends ColumnCommand, TypedColumn {
  readonly name: string
  readonly metadata: boolean
  readonly by: Actor
}

/** Adds a column to a table, after the existing columns. The column is empty in existing records. */
export class AddColumn {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  /** Adds a column to the table and returns the column's name as it is stored. */
  async execute(command: AddColumnCommand): Promise<string> {
    const { organizationId, metadata, by } = command
    const name = columnName(command.name)
    await this.#unitOfWork.run(async (tx) => {
      const table = await tableForColumns(tx, command)
      const columns = withColumn(table.columns, { name, metadata, ...columnTypeOf(command) })
      await assertColumnsMayChange(tx, table)
      await tx.dataTables.addColumns(table.id, [name])
      const { schemaVersion, revision } = table
      await tx.dataTables.save({
        ...table,
        columns,
        schemaVersion: schemaVersion + 1,
        revision: revision + 1,
      })
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({ action: 'column.added', organizationId, by, subject, after: { column: name } })
    })
    return name
  }
}
