import type { Column, TableRecord } from '../../../../api/schema.ts'

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
): readonly number[] {
  const some = records.slice(0, looked)
  return columns.map(({ name }) => {
    const lengths = some.map(({ data }) => String(data[name] ?? '').length)
    return Math.min(widest, Math.max(narrowest, Math.max(name.length + 2, ...lengths) * letter + padding))
  })
}

/** Computes the positions of the grid's columns in px, and shares unused width equally among them. */
export function placesOf(
  columns: readonly Column[],
  natural: readonly number[],
  room: number,
): readonly ColumnPlace[] {
  const wanted = natural.reduce((sum, width) => sum + width, 0)
  const extra = Math.max(0, room - wanted) / Math.max(1, columns.length)
  let left = 0
  return columns.map((column, index) => {
    const width = (natural[index] ?? narrowest) + extra
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
