import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { assertNoKeyRebuild } from '../key-rebuild-check.ts'

export interface ColumnCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /** The revision of the table that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
}

/**
 * Returns and locks the table whose columns are about to change, so that no record arrives with the old
 * columns.
 */
export async function tableForColumns(tx: Transaction, command: ColumnCommand): Promise<DataTable> {
  const table = await tx.dataTables.lock(command.organizationId, command.dataTableId)
  if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
  assertRevision(table, command.revision)
  return table
}

export async function assertColumnsMayChange(tx: Transaction, { id }: DataTable): Promise<void> {
  if (await tx.records.isImporting(id)) {
    throw new DomainError('CONFLICT', {
      message: 'A file is being imported into the table; nothing was changed. Try again after the import',
    })
  }
  await assertNoKeyRebuild(tx, { id })
}
