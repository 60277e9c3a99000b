import type { Column, TableRecord } from '../../../api/schema.ts'

const letter = 7.8
const padding = 40
const narrowest = 110
const widest = 340
/** Enough to see what a column is like. */
const looked = 50

/** Where a column stands, from the left edge of the first. */
export interface ColumnPlace extends Column {
  readonly left: number
  readonly width: number
}

/** How wide columns would like to be, by their names and some of what is in them. */
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

/** Room that is left over is shared out among all of them. */
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
