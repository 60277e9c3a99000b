import type { ColumnPlace } from './column-places.ts'

/** Behind the column of times. */
export function cellPlace({ left, width }: ColumnPlace): { left: string; width: number } {
  return { left: `calc(var(--time-width) + ${left}px)`, width }
}
