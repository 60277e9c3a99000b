import type { Where } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { fromNow, isOfTime, type Operator } from './where-draft.ts'

export const operatorWords: Readonly<Record<Operator, string>> = {
  exists: t('is filled in'),
  missing: t('is empty'),
  equals: 'equals',
  notEquals: t('does not equal'),
  contains: 'contains',
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

const units = { m: 'minute', h: 'hour', d: 'day', w: 'week' } as const

/** Returns the time in a comparison in words: "7 days ago". */
function wordsOfTime(value: string): string {
  const counted = fromNow(value)
  if (counted === null) return value
  const { count, unit } = counted
  if (count === 0) return 'now'
  const many = Math.abs(count)
  const words = t('{many} {units}{many, plural, =1 {} other {s}}', { many, units: units[unit] })
  return count < 0 ? t('{words} ago', { words }) : t('{words} from now', { words })
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
  const words = parts.map((part) => wordsOfWhere(part, parts.length > 1)).join(` ${word} `)
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

const fields: Readonly<Record<string, string>> = { column: 'column', operator: 'comparison', value: 'value' }

/** Returns the label of a part of a condition: "condition 2.1, value" for `and/1/or/0/value`. */
export function labelOfPlace(place: string): string {
  const parts = place.split('/')
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map((part) => Number(part) + 1)
  const field = fields[parts.at(-1) ?? '']
  const condition =
    numbers.length === 0 ? t('condition') : t('condition {numbers}', { numbers: numbers.join('.') })
  return field === undefined ? condition : `${condition}, ${field}`
}
