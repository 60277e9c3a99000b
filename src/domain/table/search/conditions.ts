import {
  type Comparison,
  isComparison,
  momentOfValue,
  numberInCell,
  valuesOf,
  type Where,
} from '../../spinner/where/where.ts'
import type { RecordSearch } from './record-search.ts'
import {
  allKeyRanges,
  endOf,
  endOfKeyRange,
  type KeyRange,
  noKey,
  numbersAbove,
  numbersBelow,
  sortKey,
  timesAfter,
  timesBefore,
} from './sort-key.ts'

/**
 * A condition on index keys that every result of a search meets. Other records may meet it too, so each found
 * record is checked afterwards.
 */
export interface Condition {
  /** The column whose index the search reads; null for the index of words in all columns. */
  readonly column: string | null
  /** The ranges of index keys that the search reads. Records with keys outside the ranges cannot be results. */
  readonly ranges: readonly KeyRange[]
}

export function conditionsOf({ words, where }: RecordSearch, now: Date): readonly Condition[] {
  return [
    ...words.map((word) => ({ column: null, ranges: [{ from: word, to: endOf(word) }] })),
    ...(where === null ? [] : conditionsIn(where, now)),
  ]
}

function conditionsIn(where: Where, now: Date): readonly Condition[] {
  if ('and' in where) return where.and.flatMap((one) => conditionsIn(one, now))
  if ('not' in where) return []
  if ('or' in where) {
    // Alternatives (`or`) use an index only if all of them concern the same column; their key ranges are then
    // searched together.
    const parts = where.or.map((one) => conditionsIn(one, now))
    const [first] = parts[0] ?? []
    const alike = parts.every((part) => part.length === 1 && part[0]?.column === first?.column)
    if (first === undefined || !alike) return []
    return [{ column: first.column, ranges: parts.flat().flatMap(({ ranges }) => ranges) }]
  }
  if (!isComparison(where)) return []
  const ranges = rangesOf(where, now)
  return ranges === null ? [] : [{ column: where.column, ranges }]
}

/**
 * The index ranges of the cells true and false. Comparisons with numbers treat these cells as 1 and 0, but the
 * index stores them as texts. The ranges are therefore searched too.
 */
const truths = [sortKey('true'), sortKey('false')].map((key) => ({ from: key, to: endOfKeyRange(key) }))

/** The highest number of values of a list whose index ranges a search reads. */
const maxRanges = 100

/**
 * Returns the index ranges that contain the keys of all cells that meet a comparison. Returns null if the
 * comparison cannot use an index.
 */
function rangesOf(comparison: Comparison, now: Date): readonly KeyRange[] | null {
  const { operator, value = '' } = comparison
  switch (operator) {
    case 'equals': {
      const key = sortKey(value)
      return [{ from: key, to: endOfKeyRange(key) }]
    }
    case 'in': {
      const keys = [...valuesOf(comparison)].map(sortKey)
      return keys.length > maxRanges ? null : keys.map((key) => ({ from: key, to: endOfKeyRange(key) }))
    }
    case 'exists':
      return allKeyRanges
    case 'missing':
      return noKey
    case 'greaterThan': {
      const number = numberInCell(value)
      return number === null ? [] : [numbersAbove(number), ...truths]
    }
    case 'lessThan': {
      const number = numberInCell(value)
      return number === null ? [] : [numbersBelow(number), ...truths]
    }
    case 'before': {
      const moment = momentOfValue(value, now)
      return moment === null ? [] : [timesBefore(moment)]
    }
    case 'after': {
      const moment = momentOfValue(value, now)
      return moment === null ? [] : [timesAfter(moment)]
    }
    default:
      return null
  }
}
