import type { Where } from '../../../../api/schema.ts'
import { countedFromNow, fromNow, type Unit } from './time-from-now.ts'

/** A span of time that ends or begins now, such as the next 7 days. */
export interface Period {
  readonly column: string
  readonly direction: 'next' | 'last'
  readonly count: number
  readonly unit: Unit
}

/** Returns the period that a condition asks for with two comparisons of one column; null for other conditions. */
export function periodIn(where: Where): Period | null {
  if (!('and' in where) || where.and.length !== 2) return null
  const [from, to] = where.and
  if (from === undefined || !('column' in from) || from.operator !== 'after') return null
  if (to === undefined || !('column' in to) || to.operator !== 'before') return null
  const { column } = from
  const [start, end] = [from.value, to.value].map((value) => fromNow(String(value)))
  if (to.column !== column || start == null || end == null) return null
  if (start.count === 0 && end.count > 0)
    return { column, direction: 'next', count: end.count, unit: end.unit }
  if (end.count === 0 && start.count < 0)
    return { column, direction: 'last', count: -start.count, unit: start.unit }
  return null
}

/** Returns the condition of a period: the cell is after its beginning and before its end. */
export function whereOfPeriod({ column, direction, count, unit }: Period): Where {
  const isNext = direction === 'next'
  return {
    and: [
      { column, operator: 'after', value: isNext ? 'now' : countedFromNow(-count, unit) },
      { column, operator: 'before', value: isNext ? countedFromNow(count, unit) : 'now' },
    ],
  }
}
