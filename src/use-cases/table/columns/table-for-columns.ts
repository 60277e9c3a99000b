import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { assertNoKeyRebuild } from '../key-rebuild-check.ts'
import { lockedTable } from '../locked-table.ts'

/** A data table whose columns an editor changes. */
export interface TableRevision {
  readonly dataTableId: string
  /** The revision of the table that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
}

/**
 * Returns and locks the table whose columns are about to change, so that no record arrives with the old
 * columns.
 */
export async function tableForColumns(
  tx: Transaction,
  { organizationId }: Requester,
  { dataTableId, revision }: TableRevision,
): Promise<DataTable> {
  const table = await lockedTable(tx, organizationId, dataTableId)
  assertRevision(table, revision)
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
