import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import { cellsInEntry, namesInEntry } from '../../../domain/account/audit/facts.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { assertTypes } from '../../../domain/table/column/column-type.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import type { ChangedCells } from '../../../ports/table/records.ts'

/** Throws if new cells of records do not fit the columns of their table. */
export function assertChangesFit(
  table: DataTable,
  changes: readonly DataRecord[],
  pointerOf: (index: number) => string,
): void {
  new TableSchema(table).forPatches.assertFits(changes, pointerOf)
  changes.forEach((data, index) => {
    const columns = table.columns.filter(({ name }) => Object.hasOwn(data, name))
    assertTypes(columns, data, (column) => `${pointerOf(index)}/${column}`)
  })
}

/** Returns the audit entry of a changed record, with its values only if the organization stores them. */
export function recordChanged(
  { before, after }: ChangedCells,
  { table, recordId, by, hasValues }: { table: DataTable; recordId: string; by: Actor; hasValues: boolean },
): AuditEvent {
  const columns = namesInEntry(Object.keys(after))
  const named = { dataTableId: table.id, dataTable: table.name, columns }
  return {
    action: 'record.changed',
    organizationId: table.organizationId,
    by,
    subject: { kind: 'record', id: recordId, name: null },
    ...(hasValues ? { before: { cells: cellsInEntry(before, columns) } } : {}),
    after: { ...named, ...(hasValues ? { cells: cellsInEntry(after, columns) } : {}) },
  }
}
