import { columnKind } from '../../table/column/column-kind.ts'
import { faultOfType, type TypedColumn } from '../../table/column/column-type.ts'
import type { Column } from '../../table/data-table.ts'
import type { ColumnMap } from './column-map.ts'
import type { CellFault, FileRow, RowFault } from './row-fault.ts'

/** Returns all faults of a row of an imported file; an empty list if the row fits the table. */
export type RowCheck = (row: FileRow) => readonly RowFault[]

const asAddress = { type: 'email' } as const
const noFaults: readonly RowFault[] = []

/**
 * A column whose cells an import checks, and whether a fault makes the import fail, unless the import leaves
 * out faulty rows (`skipBadRows`).
 */
interface HeldColumn {
  readonly column: Column
  readonly place: number
  readonly typed: TypedColumn
  readonly isRefused: boolean
}

/**
 * Returns the function that checks the rows of an import against the types of their columns. Wrong addresses in
 * columns without a type are reported but do not make the import fail. A person may leave out such rows.
 */
export function rowCheck({ targets }: ColumnMap, addressColumns: ReadonlySet<string>): RowCheck {
  const held = targets.flatMap((column, place): readonly HeldColumn[] => {
    if (column === null) return []
    if ((column.type ?? 'text') !== 'text') return [{ column, place, typed: column, isRefused: true }]
    return isForAddresses(column, addressColumns)
      ? [{ column, place, typed: asAddress, isRefused: false }]
      : []
  })
  return ({ cells, fault, cellFaults }) => {
    // An unreadable row reports only its own fault, because its cells may be in the wrong columns.
    if (fault !== null) return [fault]
    const mismatches = held.flatMap((column) => mismatchIn(cells[column.place], column))
    if (cellFaults === undefined && !cells.some(isError)) return mismatches
    const broken = (cellFaults ?? []).flatMap((found) => faultIn(targets[found.place], found, true))
    const errors = cells.flatMap((cell, place) =>
      isError(cell) && cellFaults?.some((found) => found.place === place) !== true
        ? faultIn(targets[place], errorValue, false)
        : [],
    )
    const known = new Set(broken.map(({ column }) => column))
    return [...broken, ...errors, ...mismatches.filter(({ column }) => !known.has(column))]
  }
}

function mismatchIn(cell: string | undefined, { column, typed, isRefused }: HeldColumn): readonly RowFault[] {
  const found = faultOfType(typed, cell?.trim() ?? '')
  if (found === null) return noFaults
  const message = `has an error in the column "${column.name}", which ${found.message}`
  return [{ code: found.code, message, column: column.name, isRefused: isRefused }]
}

/**
 * The fault of a cell that contains an error value of a formula. It refuses a spreadsheet but not a CSV file,
 * where the text may be intended.
 */
export const errorValue = {
  code: 'ERROR_VALUE',
  message:
    'holds an error value of a formula; correct the formula, ignore the column, or leave out rows with errors',
} as const

function isError(cell: string): boolean {
  return cell.startsWith('#') && /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/.test(cell)
}

function faultIn(
  column: Column | null | undefined,
  { code, message }: Pick<CellFault, 'code' | 'message'>,
  isRefused: boolean,
): readonly RowFault[] {
  if (column === null || column === undefined) return []
  return [
    {
      code,
      message: `has an error in the column "${column.name}", which ${message}`,
      column: column.name,
      isRefused,
    },
  ]
}

export function isForAddresses(column: Column, addressColumns: ReadonlySet<string>): boolean {
  return column.type === 'email' || columnKind(column.name) === 'email' || addressColumns.has(column.name)
}

/**
 * Returns the text that people see for a row fault: the faulty cell, or all cells of the row if the fault
 * concerns the whole row.
 */
export function faultyText({ targets }: ColumnMap, { cells }: FileRow, { column }: RowFault): string {
  if (column === null) return cells.join(' | ')
  return cells[targets.findIndex((target) => target?.name === column)] ?? ''
}
