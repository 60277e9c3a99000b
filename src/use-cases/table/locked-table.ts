import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/**
 * Locks and returns a data table until the end of the transaction, so that its columns, mappings and views do not
 * change meanwhile. A change of its columns holds the same lock while it rewrites mappings and views; otherwise the
 * names of renamed or removed columns could be stored again.
 */
export async function lockedTable(
  tx: Transaction,
  organizationId: string,
  dataTableId: string,
): Promise<DataTable> {
  const table = await tx.dataTables.lock(organizationId, dataTableId)
  if (table === null) throw tableNotFound()
  return table
}

/** Returns a data table as it is stored, without a lock. */
export async function storedTable(
  tx: Transaction,
  organizationId: string,
  dataTableId: string,
): Promise<DataTable> {
  const table = await tx.dataTables.find(organizationId, dataTableId)
  if (table === null) throw tableNotFound()
  return table
}

export function tableNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Data table not found' })
}
