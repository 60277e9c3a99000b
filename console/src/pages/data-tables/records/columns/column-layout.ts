import { narrowestColumn, widestColumn } from '../../../../api/limits.ts'
import type { Column, View } from '../../../../api/schema.ts'

/** The order, widths, hidden and frozen columns of a list of records. */
export type ColumnLayout = NonNullable<View['layout']>

/** A column of the table with its place in the layout of the list. */
export interface LaidColumn extends Column {
  readonly isHidden: boolean
  /** The width of the column in px; null for a width that fits the values. */
  readonly width: number | null
}

/** The sides of a column to which another column is moved. */
export type Side = 'before' | 'after'

/** Returns all columns of a table in the order of a layout. Columns that the layout does not name come last. */
export function laidColumns(columns: readonly Column[], layout: ColumnLayout | null): readonly LaidColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const laid = (layout?.columns ?? []).flatMap(({ name, isHidden, width }) => {
    const column = byName.get(name)
    return column !== undefined && byName.delete(name) ? [{ ...column, isHidden, width }] : []
  })
  return [...laid, ...[...byName.values()].map((column) => ({ ...column, isHidden: false, width: null }))]
}

/** Returns the layout of columns as the service stores it; null if it is the one of the table itself. */
export function layoutOf(
  table: readonly Column[],
  laid: readonly LaidColumn[],
  frozen: number,
): ColumnLayout | null {
  const isUsual = laid.every(
    ({ name, isHidden, width }, index) => name === table[index]?.name && !isHidden && width === null,
  )
  if (isUsual && frozen === 0) return null
  return { columns: laid.map(({ name, isHidden, width }) => ({ name, isHidden, width })), frozen }
}

export function withWidth(
  laid: readonly LaidColumn[],
  name: string,
  width: number | null,
): readonly LaidColumn[] {
  const bounded = width && Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)))
  return laid.map((column) => (column.name === name ? { ...column, width: bounded } : column))
}

/** Hides or shows a column. Returns the number of frozen columns as well, which a hidden frozen column reduces. */
export function withHidden(
  laid: readonly LaidColumn[],
  frozen: number,
  name: string,
  isHidden: boolean,
): { readonly laid: readonly LaidColumn[]; readonly frozen: number } {
  const at = laid.filter((column) => !column.isHidden).findIndex((column) => column.name === name)
  return {
    laid: laid.map((column) => (column.name === name ? { ...column, isHidden } : column)),
    frozen: isHidden && at >= 0 && at < frozen ? frozen - 1 : frozen,
  }
}

/** Moves a column to a side of another column. */
export function withMoved(
  laid: readonly LaidColumn[],
  name: string,
  target: string,
  side: Side,
): readonly LaidColumn[] {
  const moved = laid.find((column) => column.name === name)
  const rest = laid.filter((column) => column.name !== name)
  const at = rest.findIndex((column) => column.name === target)
  if (moved === undefined || at < 0) return laid
  return rest.toSpliced(side === 'before' ? at : at + 1, 0, moved)
}
