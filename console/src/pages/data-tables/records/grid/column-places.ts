import type { Column, TableRecord } from '../../../../api/schema.ts'
import type { LaidColumn } from '../columns/column-layout.ts'

const letter = 7.8
const padding = 40
const narrowest = 110
const widest = 340
/** Number of records whose values decide the width of a grid column. */
const looked = 50

/** A column of the record grid with its position in px, measured from the left edge of the first column. */
export interface ColumnPlace extends Column {
  readonly left: number
  readonly width: number
}

/**
 * Returns the natural widths of the grid's columns in px, by their names and the values of the first 50
 * records.
 */
export function naturalWidths(
  columns: readonly Column[],
  records: readonly TableRecord[],
): ReadonlyMap<string, number> {
  const some = records.slice(0, looked)
  return new Map(
    columns.map(({ name }) => [name, Math.min(widest, Math.max(narrowest, fittingWidth(name, some)))]),
  )
}

/** Returns the width in px at which a column shows its name and its values in some records. */
export function fittingWidth(name: string, records: readonly TableRecord[]): number {
  const lengths = records.map(({ data }) => String(data[name] ?? '').length)
  return Math.max(name.length + 2, ...lengths) * letter + padding
}

/**
 * Computes the positions of the grid's columns in px, and shares unused width equally among the columns whose
 * width the user has not set.
 */
export function placesOf(
  columns: readonly LaidColumn[],
  natural: ReadonlyMap<string, number>,
  space: number,
): readonly ColumnPlace[] {
  const wanted = columns.map(({ name, width }) => width ?? natural.get(name) ?? narrowest)
  const spare = Math.max(0, space - wanted.reduce((sum, width) => sum + width, 0))
  const extra = spare / Math.max(1, columns.filter(({ width }) => width === null).length)
  let left = 0
  return columns.map((column, index) => {
    const width = (wanted[index] ?? narrowest) + (column.width === null ? extra : 0)
    const place = { ...column, left, width }
    left += width
    return place
  })
}

/**
 * Returns the left edge and the width of a cell in the record grid, whose columns begin after the time
 * column.
 */
export function cellPlace({ left, width }: ColumnPlace): { left: string; width: number } {
  return { left: `calc(var(--time-width) + ${left}px)`, width }
}
