import type { Cell, DataRecord } from '../../record-cells.ts'
import type { PersonAnswers } from './person-question.ts'
import {
  type Comparison,
  isComparison,
  matchesWhere,
  momentOfCell,
  momentOfValue,
  type Where,
} from './where.ts'

/**
 * Returns the first time after `now` at which a record meets a condition only because time passes; null if the record
 * must change first. The condition compares the dates of the record with times relative to now, such as "now-7d". Answers about the person count as unchanged.
 */
export function nextMatchOf(where: Where, cells: DataRecord, now: Date, answers: PersonAnswers): Date | null {
  const moments = turningPointsOf(where, cells).filter((moment) => moment > now.getTime())
  for (const moment of moments.toSorted((one, other) => one - other)) {
    const at = new Date(moment)
    if (matchesWhere(where, cells, at, answers)) return at
  }
  return null
}

/** Returns the times in milliseconds since 1970 at which the comparisons of a condition become true or false. */
function turningPointsOf(where: Where, cells: DataRecord): readonly number[] {
  if ('and' in where) return where.and.flatMap((part) => turningPointsOf(part, cells))
  if ('or' in where) return where.or.flatMap((part) => turningPointsOf(part, cells))
  if ('not' in where) return turningPointsOf(where.not, cells)
  if (!isComparison(where)) return []
  const cell = Object.hasOwn(cells, where.column) ? (cells[where.column] ?? null) : null
  const moment = turningPointOf(where, cell)
  return moment === null ? [] : [moment]
}

function turningPointOf({ operator, value = '' }: Comparison, cell: Cell): number | null {
  if (operator !== 'before' && operator !== 'after') return null
  const moment = momentOfCell(cell)
  // Reads the value at two times: the value moves with the time only if it is relative to now.
  const [distance, later] = [momentOfValue(value, new Date(0)), momentOfValue(value, new Date(1))]
  if (moment === null || distance === null || distance === later) return null
  // Both comparisons are strict, so "before" becomes true one millisecond after "after" has become false.
  return moment - distance + (operator === 'before' ? 1 : 0)
}
