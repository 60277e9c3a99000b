import { type Comparison, momentOfValue, numberInCell, type Where } from '../../spinner/where/where.ts'
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
 * A condition that the index keys of a record must meet to be a result. It is necessary, not sufficient: the
 * record itself is checked afterwards.
 */
export interface Condition {
  /** The column whose index is searched; null for the word index of all columns. */
  readonly column: string | null
  /** The ranges of index keys. A record can match only if its key is in one of them. */
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
    // Searches one index for alternatives (`or`) on the same column. Other alternatives cannot use an index.
    const parts = where.or.map((one) => conditionsIn(one, now))
    const [first] = parts[0] ?? []
    const alike = parts.every((part) => part.length === 1 && part[0]?.column === first?.column)
    if (first === undefined || !alike) return []
    return [{ column: first.column, ranges: parts.flat().flatMap(({ ranges }) => ranges) }]
  }
  const ranges = rangesOf(where, now)
  return ranges === null ? [] : [{ column: where.column, ranges }]
}

/**
 * The index keys of true and false. A comparison with a number also converts these cells, which are indexed
 * as texts.
 */
const truths = [sortKey('true'), sortKey('false')].map((key) => ({ from: key, to: endOfKeyRange(key) }))

/** Returns the ranges that contain all keys of matching cells; null if keys do not decide the comparison. */
function rangesOf({ operator, value = '' }: Comparison, now: Date): readonly KeyRange[] | null {
  switch (operator) {
    case 'equals': {
      const key = sortKey(value)
      return [{ from: key, to: endOfKeyRange(key) }]
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
