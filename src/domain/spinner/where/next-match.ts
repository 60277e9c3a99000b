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

/** The last millisecond of the year 9999, after which times are not compared. */
const maxMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Returns the first time after `now` at which a record meets a condition only because time passes; null if the record
 * must change first. The condition compares the dates of the record with times relative to now, such as "now-7d". Answers about the person count as unchanged.
 */
export function nextMatchOf(where: Where, cells: DataRecord, now: Date, answers: PersonAnswers): Date | null {
  return laterMoments(where, cells, now).find((at) => matchesWhere(where, cells, at, answers)) ?? null
}

/**
 * Returns the first time after `now` at which the result of a condition differs from its result now, only because time
 * passes; null if the record must change first.
 */
export function nextChangeOf(
  where: Where,
  cells: DataRecord,
  now: Date,
  answers: PersonAnswers,
): Date | null {
  const moments = laterMoments(where, cells, now)
  if (moments.length === 0) return null
  const isMatch = matchesWhere(where, cells, now, answers)
  return moments.find((at) => matchesWhere(where, cells, at, answers) !== isMatch) ?? null
}

/** Returns the times after `now` at which a comparison of a condition becomes true or false, in their order. */
function laterMoments(where: Where, cells: DataRecord, now: Date): readonly Date[] {
  return turningPointsOf(where, cells)
    .filter((moment) => moment > now.getTime() && moment <= maxMoment)
    .toSorted((one, other) => one - other)
    .map((moment) => new Date(moment))
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
