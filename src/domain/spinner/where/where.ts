import { normalizedDomain, normalizedEmail } from '../../email-address.ts'
import type { Cell, DataRecord } from '../../record-cells.ts'
import { inUtc, isoTimeOf } from '../../time/iso-time.ts'
import {
  answerTo,
  keyOfQuestion,
  type PersonAnswers,
  type PersonQuestion,
  spinnerOfQuestion,
} from './person-question.ts'

/**
 * A condition on a record: the language of segments, of condition steps, of branches, of filters and of a trigger's
 * audience.
 */
export type Where = Comparison | PersonQuestion | Every | Some | None

interface Every {
  readonly and: readonly Where[]
}

interface Some {
  readonly or: readonly Where[]
}

interface None {
  readonly not: Where
}

/** The operators that compare a cell with one value or with none. */
export const plainOperators = [
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

/** The operators that compare a cell with a list of values. */
export const listOperators = ['in', 'domainIn'] as const
export const operators = [...plainOperators, ...listOperators] as const
export type Operator = (typeof operators)[number]

export interface Comparison {
  readonly column: string
  readonly operator: Operator
  /**
   * The value with which a comparison compares a cell. For `before` and `after` it is an ISO 8601 date or
   * time, or relative to now.
   */
  readonly value?: Exclude<Cell, null>
  /**
   * The values of a list operator. `in` holds if the cell equals one of them, `domainIn` if the cell is an e-mail
   * address whose domain is one of them.
   */
  readonly values?: readonly Exclude<Cell, null>[]
}

/**
 * The highest number of levels in a condition. `and`, `or` and `not` each add a level to the conditions inside
 * them.
 */
export const deepestWhere = 5
export const maxComparisons = 50
/** The highest number of values in one comparison with a list. */
export const maxValues = 1_000

/**
 * Returns whether a record meets a condition. The cell of a missing column is null, like that of an empty
 * one. `answers` must have the answers to all questions of the condition about the person of the record.
 */
export function matchesWhere(where: Where, cells: DataRecord, now: Date, answers: PersonAnswers): boolean {
  if ('and' in where) return where.and.every((part) => matchesWhere(part, cells, now, answers))
  if ('or' in where) return where.or.some((part) => matchesWhere(part, cells, now, answers))
  if ('not' in where) return !matchesWhere(where.not, cells, now, answers)
  if (!isComparison(where)) return answerTo(where, answers)
  return compares(where, Object.hasOwn(cells, where.column) ? (cells[where.column] ?? null) : null, now)
}

/** Returns whether a leaf of a condition compares a cell, and does not ask about the person of the record. */
export function isComparison(leaf: Comparison | PersonQuestion): leaf is Comparison {
  return 'operator' in leaf
}

/** Returns whether a cell meets a comparison. Most cells come from forms and CSV files, so 42 equals "42". */
export function compares(comparison: Comparison, cell: Cell, now: Date): boolean {
  const { operator, value = '' } = comparison
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
    case 'in':
      return present && valuesOf(comparison).has(String(cell))
    case 'domainIn':
      return typeof cell === 'string' && valuesOf(comparison).has(domainOfCell(cell) ?? '')
  }
}

const sets = new WeakMap<Comparison, ReadonlySet<string>>()

/**
 * Returns the values of a comparison with a list, as texts. Domains are in the form that all their spellings share.
 * The set is cached, because a list may have 1,000 values and many records.
 */
export function valuesOf(comparison: Comparison): ReadonlySet<string> {
  const cached = sets.get(comparison)
  if (cached !== undefined) return cached
  const { operator, values = [] } = comparison
  const texts = values.map(String)
  const set = new Set(operator === 'domainIn' ? texts.flatMap((text) => domainInValue(text) ?? []) : texts)
  sets.set(comparison, set)
  return set
}

/** Returns the domain that a value of `domainIn` names, such as "example.com" or "@example.com"; null if it names none. */
export function domainInValue(text: string): string | null {
  const domain = normalizedDomain(text.trim().replace(/^@/, ''))
  return domain?.includes('.') === true ? domain : null
}

/** Returns the domain of the address in a cell; null for other cells. */
function domainOfCell(cell: string): string | null {
  // Searches "@" before parsing, because nearly no cell contains it, and the search is cheaper.
  const address = cell.includes('@') ? normalizedEmail(cell) : null
  return address && address.slice(address.lastIndexOf('@') + 1)
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
export function comparedColumnsOf(where: Where): readonly { place: string; column: string }[] {
  return leavesOf(where).flatMap(({ place, leaf }) =>
    isComparison(leaf) ? [{ place: `${place}/column`, column: leaf.column }] : [],
  )
}

/** Returns the questions of a condition about the person of a record, each once. */
export function questionsOf(where: Where): readonly PersonQuestion[] {
  const questions = leavesOf(where).flatMap(({ leaf }) => (isComparison(leaf) ? [] : [leaf]))
  return [...new Map(questions.map((question) => [keyOfQuestion(question), question])).values()]
}

/** Returns the comparisons and questions of a condition, each with its JSON pointer within the condition. */
export function leavesOf(
  where: Where,
  place = '',
): readonly { readonly place: string; readonly leaf: Comparison | PersonQuestion }[] {
  if ('and' in where) return where.and.flatMap((part, index) => leavesOf(part, `${place}/and/${index}`))
  if ('or' in where) return where.or.flatMap((part, index) => leavesOf(part, `${place}/or/${index}`))
  if ('not' in where) return leavesOf(where.not, `${place}/not`)
  return [{ place, leaf: where }]
}

/** Returns the segments that a condition names, each with its JSON pointer within the condition. */
export function segmentsNamedBy(where: Where): readonly { place: string; segmentId: string }[] {
  return leavesOf(where).flatMap(({ place, leaf }) =>
    'segmentId' in leaf ? [{ place: `${place}/segmentId`, segmentId: leaf.segmentId }] : [],
  )
}

/** Returns the spinners about whose messages a condition asks, each with its JSON pointer within the condition. */
export function spinnersNamedBy(where: Where): readonly { place: string; spinnerId: string }[] {
  return leavesOf(where).flatMap(({ place, leaf }) => {
    const name = 'sent' in leaf ? 'sent' : 'hasReplied'
    const spinnerId = isComparison(leaf) ? null : spinnerOfQuestion(leaf)
    return spinnerId === null ? [] : [{ place: `${place}/${name}/spinnerId`, spinnerId }]
  })
}

/** A condition that holds for no record. */
export const never: Where = { or: [] }

/**
 * Returns a condition with the conditions of segments in place of the segments. A segment that does not exist has no
 * records. Segments do not depend on themselves, because such changes are refused.
 */
export function withSegments(where: Where, segments: ReadonlyMap<string, Where>): Where {
  return withLeaves(where, (leaf) => {
    if (!('segmentId' in leaf)) return leaf
    const condition = segments.get(leaf.segmentId)
    return condition === undefined ? never : withSegments(condition, segments)
  })
}

/** Returns a condition in which a renamed column has its new name. */
export function whereRenamed(where: Where, from: string, to: string): Where {
  return withLeaves(where, (leaf) =>
    isComparison(leaf) && leaf.column === from ? { ...leaf, column: to } : leaf,
  )
}

/** Returns a condition with each comparison and question replaced. */
function withLeaves(where: Where, replaced: (leaf: Comparison | PersonQuestion) => Where): Where {
  if ('and' in where) return { and: where.and.map((part) => withLeaves(part, replaced)) }
  if ('or' in where) return { or: where.or.map((part) => withLeaves(part, replaced)) }
  if ('not' in where) return { not: withLeaves(where.not, replaced) }
  return replaced(where)
}
