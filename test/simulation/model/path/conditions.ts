import type { Comparison, Where } from '../../../../src/domain/spinner/where/where.ts'
import { anything, type KnownCell } from '../records.ts'

/** Returns the values that a cell may have had when a condition was decided. */
export type PossibleCells = (column: string) => readonly KnownCell[]

/** Returns the results that a condition may have, given the possible values of the cells and the possible times. */
export function resultsOf(where: Where, cells: PossibleCells, times: readonly Date[]): ReadonlySet<boolean> {
  if ('and' in where) {
    const parts = where.and.map((part) => resultsOf(part, cells, times))
    return resultSet(
      parts.every((part) => part.has(true)),
      parts.some((part) => part.has(false)),
    )
  }
  if ('or' in where) {
    const parts = where.or.map((part) => resultsOf(part, cells, times))
    return resultSet(
      parts.some((part) => part.has(true)),
      parts.every((part) => part.has(false)),
    )
  }
  if ('not' in where) {
    const part = resultsOf(where.not, cells, times)
    return resultSet(part.has(false), part.has(true))
  }
  // A question about the person is compared elsewhere, so both results are possible here.
  if (!('column' in where)) return resultSet(true, true)
  const values = cells(where.column)
  if (values.includes(anything)) return resultSet(true, true)
  const results = values.flatMap((value) =>
    times.map((time) => isTrue(where, value === anything ? null : value, time)),
  )
  return new Set(results)
}

function resultSet(mayBeTrue: boolean, mayBeFalse: boolean): ReadonlySet<boolean> {
  return new Set([...(mayBeTrue ? [true] : []), ...(mayBeFalse ? [false] : [])])
}

type PlainCell = string | number | boolean | null

function isTrue({ operator, value, values = [] }: Comparison, cell: PlainCell, now: Date): boolean {
  const text = cell === null ? '' : `${cell}`
  const other = `${value ?? ''}`
  switch (operator) {
    case 'exists':
      return text.length > 0
    case 'missing':
      return text.length === 0
    case 'equals':
      return text.length > 0 && text === other
    case 'notEquals':
      return text !== other || text.length === 0
    case 'contains':
      return text.length > 0 && text.toUpperCase().includes(other.toUpperCase())
    case 'greaterThan':
      return numberOf(text) > numberOf(other)
    case 'lessThan':
      return numberOf(text) < numberOf(other)
    case 'before':
      return timeOf(text, now) < timeOf(other, now)
    case 'after':
      return timeOf(text, now) > timeOf(other, now)
    case 'in':
      return text.length > 0 && values.some((each) => `${each}` === text)
    case 'domainIn':
      return values.some((each) => text.toLowerCase().endsWith(`@${each}`.toLowerCase()))
  }
}

/** Returns the number in a text; NaN, which no number is above or below, if there is none. */
function numberOf(text: string): number {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number.parseFloat(text) : Number.NaN
}

const secondsOf = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const

/** Returns the milliseconds of a day, of a time in UTC, or of a time relative to now; NaN for another text. */
function timeOf(text: string, now: Date): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00Z`)
  const [, sign, count = '0', unit] = /^now(?:([+-])(\d+)([mhdw]))?$/.exec(text) ?? []
  if (!text.startsWith('now')) return Number.NaN
  const seconds = Number(count) * (secondsOf[unit as keyof typeof secondsOf] ?? 0)
  return now.getTime() + (sign === '-' ? -seconds : seconds) * 1000
}
