import type { Cell, DataRecord } from '../../table/cell.ts'

/**
 * What a pipeline sees of a record: the metadata columns, and of those the ones that say something. An
 * empty cell is as good as none, so that a template which counts on it fails instead of sending "Hello ,".
 */
export function visibleCells(data: DataRecord, metadataColumns: readonly string[]): DataRecord {
  const cells: Record<string, Cell> = Object.create(null) as Record<string, Cell>
  for (const column of metadataColumns) {
    const cell = Object.hasOwn(data, column) ? (data[column] ?? null) : null
    if (cell !== null && cell !== '') cells[column] = cell
  }
  return cells
}
