import type { Cell, DataRecord } from '../../record-cells.ts'

/**
 * Returns the cells of a record that the steps of a spinner can read: its metadata columns that are not empty.
 * An empty cell counts as missing, so that a template that needs it fails instead of sending "Hello ,".
 */
export function visibleCells(data: DataRecord, metadataColumns: readonly string[]): DataRecord {
  const cells: Record<string, Cell> = Object.create(null) as Record<string, Cell>
  for (const column of metadataColumns) {
    const cell = Object.hasOwn(data, column) ? (data[column] ?? null) : null
    if (cell !== null && cell !== '') cells[column] = cell
  }
  return cells
}
