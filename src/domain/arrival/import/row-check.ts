import { columnKind } from '../../table/column-kind.ts'
import { faultOfType, type TypedColumn } from '../../table/column-type.ts'
import type { Column } from '../../table/data-table.ts'
import type { ColumnMap } from './column-map.ts'
import type { CellFault, FileRow, RowFault } from './row-fault.ts'

/** Returns every fault of a row; none for a row that fits. */
export type RowCheck = (row: FileRow) => readonly RowFault[]

const asAddress = { type: 'email' } as const

/** A column whose cells are looked at. */
interface HeldColumn {
  readonly column: Column
  readonly place: number
  readonly typed: TypedColumn
  readonly refuses: boolean
}

/**
 * Cells must fit the types of their columns. A column without a type that is used for addresses takes any text, so an
 * import is not refused for what is in it; but whoever asks is told, and rows like that may be left out.
 */
export function rowCheck({ targets }: ColumnMap, addressColumns: ReadonlySet<string>): RowCheck {
  const held = targets.flatMap((column, place): readonly HeldColumn[] => {
    if (column === null) return []
    if ((column.type ?? 'text') !== 'text') return [{ column, place, typed: column, refuses: true }]
    return isForAddresses(column, addressColumns) ? [{ column, place, typed: asAddress, refuses: false }] : []
  })
  return ({ cells, fault, cellFaults = [] }) => {
    // The cells of a row that cannot be read may be in the wrong columns.
    if (fault !== null) return [fault]
    const broken = cellFaults.flatMap((found) => faultIn(targets[found.place], found, true))
    const errors = cells.some(isError)
      ? cells.flatMap((cell, place) =>
          isError(cell) && !cellFaults.some((found) => found.place === place)
            ? faultIn(targets[place], errorValue, false)
            : [],
        )
      : []
    const misfits = held.flatMap(({ column, place, typed, refuses }): readonly RowFault[] => {
      const found = faultOfType(typed, cells[place]?.trim() ?? '')
      if (found === null) return []
      const message = `has a fault in "${column.name}", which ${found.message}`
      return [{ code: found.code, message, column: column.name, refuses }]
    })
    const known = new Set(broken.map(({ column }) => column))
    return [...broken, ...errors, ...misfits.filter(({ column }) => !known.has(column))]
  }
}

/** An error of a formula. In a spreadsheet it refuses the file; in a CSV it may be a text that somebody meant. */
export const errorValue = {
  code: 'ERROR_VALUE',
  message: 'holds the error of a formula; correct the formula, or leave out the column or such rows',
} as const

function isError(cell: string): boolean {
  return cell.startsWith('#') && /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/.test(cell)
}

function faultIn(
  column: Column | null | undefined,
  { code, message }: Pick<CellFault, 'code' | 'message'>,
  refuses: boolean,
): readonly RowFault[] {
  if (column === null || column === undefined) return []
  return [
    { code, message: `has a fault in "${column.name}", which ${message}`, column: column.name, refuses },
  ]
}

export function isForAddresses(column: Column, addressColumns: ReadonlySet<string>): boolean {
  return column.type === 'email' || columnKind(column.name) === 'email' || addressColumns.has(column.name)
}

/** The cell that a fault is about, or the row. */
export function faultyText({ targets }: ColumnMap, { cells }: FileRow, { column }: RowFault): string {
  if (column === null) return cells.join(' | ')
  return cells[targets.findIndex((target) => target?.name === column)] ?? ''
}
