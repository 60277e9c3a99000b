import type { Cells, TableRecord } from '../../../../api/schema.ts'

/** Rows of cells that the user pastes into the record grid. */
export type Pasted = readonly (readonly string[])[]

/** A change of one record, with the values of the changed cells before and after. */
export interface Edit {
  readonly recordId: string
  readonly before: Cells
  readonly after: Cells
}

/**
 * Returns the changes of the records into which cells are pasted. `names` are the columns that receive the
 * pasted cells, from left to right.
 */
export function pastedEdits(
  records: readonly TableRecord[],
  names: readonly string[],
  cells: Pasted,
): readonly Edit[] {
  return records.map((record, row) => {
    const pasted = (cells[row] ?? []).slice(0, names.length)
    const named = pasted.map((text, no): [string, Cells[string]] => {
      const name = names[no] ?? ''
      return [name, typedCell(text, record.data[name] ?? null)]
    })
    return editOf(record, Object.fromEntries(named))
  })
}

/**
 * Returns cells repeated until they fill an area, as spreadsheets do. Cells that are larger than the area, or
 * do not fit into it a whole number of times, stay as they are.
 */
export function tiled(cells: Pasted, rows: number, columns: number): Pasted {
  const width = cells[0]?.length ?? 0
  const isEven = cells.length > 0 && width > 0 && cells.every((row) => row.length === width)
  if (!isEven || rows % cells.length !== 0 || columns % width !== 0) return cells
  return Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_cell, column) => cells[row % cells.length]?.[column % width] ?? ''),
  )
}

function editOf({ id, data }: TableRecord, after: Cells): Edit {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, data[name] ?? null]))
  return { recordId: id, before, after }
}

/**
 * Converts text typed into a cell to the type of the cell's previous value, so that a number stays a number.
 */
export function typedCell(text: string, before: Cells[string]): Cells[string] {
  if (text === '') return null
  if (typeof before === 'number' && text.trim() !== '' && String(Number(text)) === text.trim())
    return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
