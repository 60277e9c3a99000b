import { inUtc, isoTimeOf } from '../../iso-time.ts'
import type { Cell, DataRecord } from '../../table/cell.ts'

/** What a record has to be like: the language of condition steps, of branches and of a trigger's audience. */
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
  /** Of `before` and `after` an ISO date or time, or one that is counted from now. */
  readonly value?: Exclude<Cell, null>
}

/** One within another counts as two. */
export const deepestWhere = 5
export const mostComparisons = 50

/** Whether a record is as it has to be. Of a column that it has not, as of an empty one, the cell is null. */
export function holds(where: Where, cells: DataRecord, now: Date): boolean {
  if ('and' in where) return where.and.every((one) => holds(one, cells, now))
  if ('or' in where) return where.or.some((one) => holds(one, cells, now))
  if ('not' in where) return !holds(where.not, cells, now)
  return compares(where, Object.hasOwn(cells, where.column) ? (cells[where.column] ?? null) : null, now)
}

/** Whether a cell is as one comparison says. Most cells come from forms and CSVs, so 42 equals "42". */
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
      return inOrder(numberOf(value), numberOf(cell))
    case 'lessThan':
      return inOrder(numberOf(cell), numberOf(value))
    case 'before':
      return inOrder(momentOfCell(cell), momentOfValue(value, now))
    case 'after':
      return inOrder(momentOfValue(value, now), momentOfCell(cell))
  }
}

/** What is no number, or no time, is neither more nor less than another. */
function inOrder(less: number | null, more: number | null): boolean {
  return less !== null && more !== null && less < more
}

const decimal = /^[ \t\r\n]*[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})(?:e[+-]?\d{1,2})?[ \t\r\n]*$/i

/** A number, a text that writes one in decimals, or true as 1 and false as 0. */
export function numberOf(cell: Cell): number | null {
  if (cell === null || (typeof cell === 'string' && !decimal.test(cell))) return null
  return Number(cell)
}

/** Milliseconds since 1970 of a text that is a day or a time of ISO 8601; one that says no zone is of UTC. */
function momentOfCell(cell: Cell): number | null {
  const time = typeof cell === 'string' ? isoTimeOf(cell) : null
  return time && inUtc(time)
}

const relative = /^now(?:([+-])(\d{1,4})([mhdw]))?$/
const unitMilliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** The same of the value of a comparison, which may count from now: "now", "now-7d", "now+2h". */
export function momentOfValue(value: Exclude<Cell, null>, now: Date): number | null {
  const [fromNow, sign, count = '0', unit = 'm'] = relative.exec(String(value)) ?? []
  if (fromNow === undefined) return momentOfCell(value)
  const distance = Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds]
  return now.getTime() + (sign === '-' ? -distance : distance)
}

/** The columns that it looks at, each once, in the order in which they are named. */
export function columnsOf(where: Where): readonly string[] {
  return [...new Set(placesOf(where).map(({ column }) => column))]
}

/** Where it names which column: the place is a JSON pointer within it. */
export function placesOf(where: Where, place = ''): readonly { place: string; column: string }[] {
  if ('and' in where) return where.and.flatMap((one, index) => placesOf(one, `${place}/and/${index}`))
  if ('or' in where) return where.or.flatMap((one, index) => placesOf(one, `${place}/or/${index}`))
  if ('not' in where) return placesOf(where.not, `${place}/not`)
  return [{ place: `${place}/column`, column: where.column }]
}

/** The same after a column was given another name. */
export function whereRenamed(where: Where, from: string, to: string): Where {
  if ('and' in where) return { and: where.and.map((one) => whereRenamed(one, from, to)) }
  if ('or' in where) return { or: where.or.map((one) => whereRenamed(one, from, to)) }
  if ('not' in where) return { not: whereRenamed(where.not, from, to) }
  return where.column === from ? { ...where, column: to } : where
}
