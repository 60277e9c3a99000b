import type { Where } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { fromNow, isOfTime, type Operator } from './where-draft.ts'

export const operatorWords: Readonly<Record<Operator, string>> = {
  exists: t('is filled in'),
  missing: t('is empty'),
  equals: t('equals'),
  notEquals: t('does not equal'),
  contains: t('contains'),
  greaterThan: t('is greater than'),
  lessThan: t('is less than'),
  before: t('is before'),
  after: t('is after'),
}

/** Words for the opposite of a comparison operator, for operators with a short opposite. */
export const oppositeWords: Readonly<Partial<Record<Operator, string>>> = {
  contains: t('does not contain'),
  greaterThan: t('is not greater than'),
  lessThan: t('is not less than'),
  before: t('is not before'),
  after: t('is not after'),
}

const ago = {
  m: (count: number) => t('{count, plural, one {# minute} other {# minutes}} ago', { count }),
  h: (count: number) => t('{count, plural, one {# hour} other {# hours}} ago', { count }),
  d: (count: number) => t('{count, plural, one {# day} other {# days}} ago', { count }),
  w: (count: number) => t('{count, plural, one {# week} other {# weeks}} ago', { count }),
} as const
const ahead = {
  m: (count: number) => t('{count, plural, one {# minute} other {# minutes}} from now', { count }),
  h: (count: number) => t('{count, plural, one {# hour} other {# hours}} from now', { count }),
  d: (count: number) => t('{count, plural, one {# day} other {# days}} from now', { count }),
  w: (count: number) => t('{count, plural, one {# week} other {# weeks}} from now', { count }),
} as const

/** Returns the time in a comparison in words: "7 days ago". */
function wordsOfTime(value: string): string {
  const counted = fromNow(value)
  if (counted === null) return value
  const { count, unit } = counted
  if (count === 0) return t('now')
  return count < 0 ? ago[unit](-count) : ahead[unit](count)
}

/** Returns a condition in words as part of a sentence, with its comparisons joined by "and" or "or". */
export function wordsOfWhere(where: Where, isInner = false): string {
  if ('not' in where) return wordsOfOpposite(where.not)
  if ('and' in where) return joined(where.and, 'and', isInner)
  if ('or' in where) return joined(where.or, 'or', isInner)
  return wordsOfComparison(where, operatorWords[where.operator])
}

function wordsOfOpposite(where: Where): string {
  if ('column' in where) {
    const words = oppositeWords[where.operator]
    if (words !== undefined) return wordsOfComparison(where, words)
  }
  return t('not ({where})', { where: wordsOfWhere(where) })
}

function joined(parts: readonly Where[], word: 'and' | 'or', isInner: boolean): string {
  const words = parts
    .map((part) => wordsOfWhere(part, parts.length > 1))
    .join(word === 'and' ? t(' and ') : t(' or '))
  return isInner && parts.length > 1 ? `(${words})` : words
}

function wordsOfComparison(
  { column, operator, value }: Extract<Where, { column: string }>,
  words: string,
): string {
  if (column === '') return t('no column yet')
  if (value === undefined) return `${column} ${words}`
  return isOfTime(operator)
    ? `${column} ${words} ${wordsOfTime(String(value))}`
    : `${column} ${words} “${value}”`
}

const fields: Readonly<Record<string, string>> = {
  column: t('column'),
  operator: t('comparison'),
  value: t('value'),
}

/** Returns the label of a part of a condition: "condition 2.1, value" for `and/1/or/0/value`. */
export function labelOfPlace(place: string): string {
  const parts = place.split('/')
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map((part) => Number(part) + 1)
  const field = fields[parts.at(-1) ?? '']
  const condition =
    numbers.length === 0 ? t('condition') : t('condition {numbers}', { numbers: numbers.join('.') })
  return field === undefined ? condition : `${condition}, ${field}`
}
