import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/**
 * Refuses a change of a table, or an import into it, while another request changes its match columns. The other
 * request merges records before its last transaction, so it must not fail because of the change.
 */
export async function assertNoKeyRebuild(tx: Transaction, { id }: Pick<DataTable, 'id'>): Promise<void> {
  if (await tx.dataTables.isRebuildingKeys(id)) throw keysChange()
}

export function keysChange(): DomainError {
  return new DomainError('CONFLICT', {
    message:
      'Another request is changing the match columns of the table; nothing was changed. Try again in a minute',
  })
}
