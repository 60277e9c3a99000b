import type { ColumnPlace } from './column-places.ts'

/** Returns the position of a cell, which begins after the time column. */
export function cellPlace({ left, width }: ColumnPlace): { left: string; width: number } {
  return { left: `calc(var(--time-width) + ${left}px)`, width }
}
