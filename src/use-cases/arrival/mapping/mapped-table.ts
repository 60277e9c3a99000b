import { assertMapping } from '../../../domain/arrival/mapping/assert-mapping.ts'
import type { Mapping } from '../../../domain/arrival/mapping/mapping.ts'
import { updatesRecords } from '../../../domain/arrival/mapping/mapping-columns.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { columnNames, columnsFrom } from '../../../domain/table/header.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { assertNoKeyRebuild } from '../../table/key-rebuild-check.ts'

/**
 * Refuses a mapping that does not fit the table's columns. If `createsColumns` is true, a table without
 * columns gets the columns that the mapping fills.
 */
export async function assertMappingFits(
  tx: Transaction,
  mapping: Mapping,
  table: DataTable,
  createsColumns: boolean,
): Promise<void> {
  const designed = createsColumns && table.columns.length === 0
  const columns = designed
    ? columnsFrom(columnNames(mapping.fields.map(({ column }) => column)))
    : table.columns
  if (columns.length === 0 && mapping.action !== 'ignore') throw new DomainError('TABLE_HAS_NO_SCHEMA')
  assertMapping(mapping, { columns, match: table.match })
  // Another request that changes the match columns checks the mappings at its beginning, and merges records by them.
  if (updatesRecords(mapping)) await assertNoKeyRebuild(tx, table)
  if (!designed || columns.length === 0) return
  const { schemaVersion, revision } = table
  await tx.dataTables.addColumns(
    table.id,
    columns.map(({ name }) => name),
  )
  await tx.dataTables.save({
    ...table,
    columns,
    schemaVersion: schemaVersion + 1,
    revision: revision + 1,
  })
}
