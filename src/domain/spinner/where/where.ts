import type { Cell, DataRecord } from '../../record-cells.ts'
import { inUtc, isoTimeOf } from '../../time/iso-time.ts'

/** A condition on a record: the language of condition steps, of branches and of a trigger's audience. */
export type Where = Comparison | Every | Some | None

interface Every {
  readonly and: readonly Where[]
}

interface Some {
  readonly or: readonly Where[]
}

interface None {
  readonly not: Where
}

export const operators = [
  'equals',
  'notEquals',
  'contains',
  'exists',
  'missing',
  'greaterThan',
  'lessThan',
  'before',
  'after',
] as const
export type Operator = (typeof operators)[number]

export interface Comparison {
  readonly column: string
  readonly operator: Operator
  /**
   * The value with which a comparison compares a cell. For `before` and `after` it is an ISO 8601 date or
   * time, or relative to now.
   */
  readonly value?: Exclude<Cell, null>
}

/**
 * The highest number of levels in a condition. `and`, `or` and `not` each add a level to the conditions inside
 * them.
 */
export const deepestWhere = 5
export const maxComparisons = 50

/**
 * Returns whether a record meets a condition. The cell of a missing column is null, like that of an empty
 * one.
 */
export function matchesWhere(where: Where, cells: DataRecord, now: Date): boolean {
  if ('and' in where) return where.and.every((one) => matchesWhere(one, cells, now))
  if ('or' in where) return where.or.some((one) => matchesWhere(one, cells, now))
  if ('not' in where) return !matchesWhere(where.not, cells, now)
  return compares(where, Object.hasOwn(cells, where.column) ? (cells[where.column] ?? null) : null, now)
}

/** Returns whether a cell meets a comparison. Most cells come from forms and CSV files, so 42 equals "42". */
export function compares({ operator, value = '' }: Comparison, cell: Cell, now: Date): boolean {
  const present = cell !== null && cell !== ''
  switch (operator) {
    case 'exists':
      return present
    case 'missing':
      return !present
    case 'equals':
      return present && String(cell) === String(value)
    case 'notEquals':
      return !present || String(cell) !== String(value)
    case 'contains':
      return present && String(cell).toLowerCase().includes(String(value).toLowerCase())
    case 'greaterThan':
      return isBelow(numberInCell(value), numberInCell(cell))
    case 'lessThan':
      return isBelow(numberInCell(cell), numberInCell(value))
    case 'before':
      return isBelow(momentOfCell(cell), momentOfValue(value, now))
    case 'after':
      return isBelow(momentOfValue(value, now), momentOfCell(cell))
  }
}

/**
 * Returns whether the number or time `less` is below `more`; false if either is null, because the cell or the
 * value is no number or time.
 */
function isBelow(less: number | null, more: number | null): boolean {
  return less !== null && more !== null && less < more
}

const decimal = /^[ \t\r\n]*[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})(?:e[+-]?\d{1,2})?[ \t\r\n]*$/i

/**
 * Returns the number in a cell: a number, a text with a decimal number, or true as 1 and false as 0. Returns
 * null for other cells.
 */
export function numberInCell(cell: Cell): number | null {
  if (cell === null || (typeof cell === 'string' && !decimal.test(cell))) return null
  return Number(cell)
}

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date or time; null for other cells. A time without a
 * zone is UTC.
 */
export function momentOfCell(cell: Cell): number | null {
  const time = typeof cell === 'string' ? isoTimeOf(cell) : null
  return time && inUtc(time)
}

const relative = /^now(?:([+-])(\d{1,4})([mhdw]))?$/
const unitMilliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * Returns the time of a comparison's value, in milliseconds since 1970. The value may be relative, such as
 * "now", "now-7d" or "now+2h".
 */
export function momentOfValue(value: Exclude<Cell, null>, now: Date): number | null {
  const [fromNow, sign, count = '0', unit = 'm'] = relative.exec(String(value)) ?? []
  if (fromNow === undefined) return momentOfCell(value)
  const distance = Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds]
  return now.getTime() + (sign === '-' ? -distance : distance)
}

/** Returns the columns that a condition reads, each once, in the order in which the condition names them. */
export function columnsOf(where: Where): readonly string[] {
  return [...new Set(comparedColumnsOf(where).map(({ column }) => column))]
}

/** Returns the columns that a condition names, each with its JSON pointer within the condition. */
export function comparedColumnsOf(where: Where, place = ''): readonly { place: string; column: string }[] {
  if ('and' in where)
    return where.and.flatMap((one, index) => comparedColumnsOf(one, `${place}/and/${index}`))
  if ('or' in where) return where.or.flatMap((one, index) => comparedColumnsOf(one, `${place}/or/${index}`))
  if ('not' in where) return comparedColumnsOf(where.not, `${place}/not`)
  return [{ place: `${place}/column`, column: where.column }]
}

/** Returns a condition in which a renamed column has its new name. */
export function whereRenamed(where: Where, from: string, to: string): Where {
  if ('and' in where) return { and: where.and.map((one) => whereRenamed(one, from, to)) }
  if ('or' in where) return { or: where.or.map((one) => whereRenamed(one, from, to)) }
  if ('not' in where) return { not: whereRenamed(where.not, from, to) }
  return where.column === from ? { ...where, column: to } : where
}
