import type { DataTable } from '../../../../api/schema.ts'
import { nearest } from './nearest.ts'

export type HeaderFault =
  | { readonly kind: 'nameless' | 'twice'; readonly column: string; readonly place: number }
  | {
      readonly kind: 'unknown'
      readonly column: string
      readonly place: number
      readonly suggestion: string | null
    }
  | { readonly kind: 'missing'; readonly column: string }

/** How the header row of a file matches the table's columns, by the service's own rules. */
export function faultsOfHeader(
  header: readonly string[],
  { columns, missingColumns }: Pick<DataTable, 'columns' | 'missingColumns'>,
): readonly HeaderFault[] {
  const known = new Set(columns.map(({ name }) => name))
  const absent = columns.map(({ name }) => name).filter((name) => !header.includes(name))
  const faults = header.flatMap((column, index): HeaderFault[] => {
    const place = index + 1
    if (column === '') return [{ kind: 'nameless', column, place }]
    if (header.indexOf(column) < index) return [{ kind: 'twice', column, place }]
    if (known.size === 0 || known.has(column)) return []
    return [{ kind: 'unknown', column, place, suggestion: nearest(column, absent) }]
  })
  if (missingColumns === 'fill') return faults
  return [...faults, ...absent.map((column): HeaderFault => ({ kind: 'missing', column }))]
}

export function sayFault(fault: HeaderFault): string {
  switch (fault.kind) {
    case 'nameless':
      return `Column ${fault.place} of the header has no name.`
    case 'twice':
      return `Column ${fault.place} of the header, “${fault.column}”, is there twice.`
    case 'unknown':
      return fault.suggestion === null
        ? `Column ${fault.place}, “${fault.column}”, is not a column of this table.`
        : `Column ${fault.place}, “${fault.column}”, is not a column of this table. Did you mean “${fault.suggestion}”?`
    case 'missing':
      return `The column “${fault.column}” is missing.`
  }
}
