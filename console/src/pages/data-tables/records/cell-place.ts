import type { ColumnPlace } from './column-places.ts'

/**
 * Returns the left edge and the width of a cell in the record grid, whose columns begin after the time
 * column.
 */
export function cellPlace({ left, width }: ColumnPlace): { left: string; width: number } {
  return { left: `calc(var(--time-width) + ${left}px)`, width }
}
