import { type Comparison, momentOfValue, numberOf, type Where } from '../../spinner/where/where.ts'
import type { RecordSearch } from './record-search.ts'
import {
  endOf,
  everyKey,
  justBehind,
  type KeyRange,
  noKey,
  numbersAbove,
  numbersBelow,
  sortKey,
  timesAfter,
  timesBefore,
} from './sort-key.ts'

/**
 * What has to be so of a record's key in an index, or it is none of those that are asked for. That it is so does not say
 * that it is one of them: the record itself is looked at then.
 */
export interface Condition {
  /** Null for the words of all columns. */
  readonly column: string | null
  /** In one of these. */
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
    // One that names a single column is one look at its index; any other does without.
    const parts = where.or.map((one) => conditionsIn(one, now))
    const [first] = parts[0] ?? []
    const alike = parts.every((part) => part.length === 1 && part[0]?.column === first?.column)
    if (first === undefined || !alike) return []
    return [{ column: first.column, ranges: parts.flat().flatMap(({ ranges }) => ranges) }]
  }
  const ranges = rangesOf(where, now)
  return ranges === null ? [] : [{ column: where.column, ranges }]
}

/** Numbers are compared with true and false too, which stand among the texts. */
const truths = [sortKey('true'), sortKey('false')].map((key) => ({ from: key, to: justBehind(key) }))

/** Null for a comparison of which keys do not tell. */
function rangesOf({ operator, value = '' }: Comparison, now: Date): readonly KeyRange[] | null {
  switch (operator) {
    case 'equals': {
      const key = sortKey(value)
      return [{ from: key, to: justBehind(key) }]
    }
    case 'exists':
      return everyKey
    case 'missing':
      return noKey
    case 'greaterThan': {
      const number = numberOf(value)
      return number === null ? [] : [numbersAbove(number), ...truths]
    }
    case 'lessThan': {
      const number = numberOf(value)
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
