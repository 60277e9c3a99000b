import type { Where } from '../../../../api/schema.ts'
import { dateValueForm } from '../../../../components/time/fields/date-value-text.ts'
import { t } from '../../../../languages/text.ts'
import type { ConditionNames } from './condition-names.ts'
import { type Period, periodIn } from './period.ts'
import { fromNow } from './time-from-now.ts'
import { isOfTime, type Operator, type Question } from './where-draft.ts'

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
  in: t('is one of'),
  domainIn: t('is an address at'),
}

/** Words for the periods of a column of dates. */
export const periodWords = { next: t('is in the next'), last: t('is in the last') } as const

/** Words for the opposite of a comparison operator, for operators with a short opposite. */
export const oppositeWords: Readonly<Partial<Record<Operator, string>>> = {
  contains: t('does not contain'),
  greaterThan: t('is not greater than'),
  lessThan: t('is not less than'),
  before: t('is not before'),
  after: t('is not after'),
  in: t('is not one of'),
  domainIn: t('is no address at'),
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
  if (counted === null) return dateValueForm().write(value)
  const { count, unit } = counted
  if (count === 0) return t('now')
  return count < 0 ? ago[unit](-count) : ahead[unit](count)
}

const next = {
  m: (count: number) => t('{count, plural, one {the next minute} other {the next # minutes}}', { count }),
  h: (count: number) => t('{count, plural, one {the next hour} other {the next # hours}}', { count }),
  d: (count: number) => t('{count, plural, one {the next day} other {the next # days}}', { count }),
  w: (count: number) => t('{count, plural, one {the next week} other {the next # weeks}}', { count }),
} as const
const last = {
  m: (count: number) => t('{count, plural, one {the last minute} other {the last # minutes}}', { count }),
  h: (count: number) => t('{count, plural, one {the last hour} other {the last # hours}}', { count }),
  d: (count: number) => t('{count, plural, one {the last day} other {the last # days}}', { count }),
  w: (count: number) => t('{count, plural, one {the last week} other {the last # weeks}}', { count }),
} as const

/** Returns in words whether a column is in a period: "ends is in the next 7 days". */
function wordsOfPeriod({ column, direction, count, unit }: Period, isNot: boolean): string {
  const period = direction === 'next' ? next[unit](count) : last[unit](count)
  return isNot
    ? t('{column} is not in {period}', { column, period })
    : t('{column} is in {period}', { column, period })
}

export const noNames: ConditionNames = new Map()

/**
 * Returns a condition in words as part of a sentence, with its comparisons joined by "and" or "or". `names` are the
 * names of segments and spinners by id.
 */
export function wordsOfWhere(where: Where, names: ConditionNames = noNames, isInner = false): string {
  if ('not' in where) return wordsOfOpposite(where.not, names)
  const period = periodIn(where)
  if (period !== null) return wordsOfPeriod(period, false)
  if ('and' in where) return joined(where.and, names, 'and', isInner)
  if ('or' in where) return joined(where.or, names, 'or', isInner)
  if (!('column' in where)) return wordsOfQuestion(where, names, false)
  return wordsOfComparison(where, operatorWords[where.operator])
}

function wordsOfOpposite(where: Where, names: ConditionNames): string {
  const period = periodIn(where)
  if (period !== null) return wordsOfPeriod(period, true)
  if (isQuestion(where)) return wordsOfQuestion(where, names, true)
  if ('column' in where) {
    const words = oppositeWords[where.operator]
    if (words !== undefined) return wordsOfComparison(where, words)
  }
  return t('not ({where})', { where: wordsOfWhere(where, names) })
}

function isQuestion(where: Where): where is Question {
  return !('column' in where || 'and' in where || 'or' in where || 'not' in where)
}

/** Returns a question about the person of a record, or its opposite, in words. */
function wordsOfQuestion(question: Question, names: ConditionNames, isNot: boolean): string {
  if ('isSuppressed' in question)
    return isNot ? t('the person is not suppressed') : t('the person is suppressed')
  if ('segmentId' in question) return wordsOfSegment(names.get(question.segmentId), isNot)
  const { spinnerId, withinDays } = 'sent' in question ? question.sent : question.hasReplied
  const within =
    withinDays === undefined
      ? ''
      : t(' in the last {withinDays, plural, one {# day} other {# days}}', { withinDays })
  const words = 'sent' in question ? wordsOfSent : wordsOfReply
  const spinner = spinnerId === undefined ? undefined : names.get(spinnerId)
  const kind = spinnerId === undefined ? 'any' : spinner === undefined ? 'certain' : 'named'
  return words[kind][isNot ? 'no' : 'yes'](within, spinner ?? '')
}

function wordsOfSegment(name: string | undefined, isNot: boolean): string {
  if (name === undefined)
    return isNot
      ? t('the record does not belong to a certain segment')
      : t('the record belongs to a certain segment')
  return isNot
    ? t('the record does not belong to the segment “{name}”', { name })
    : t('the record belongs to the segment “{name}”', { name })
}

type InWords = (within: string, name: string) => string
type Words = Readonly<Record<'any' | 'certain' | 'named', Readonly<Record<'yes' | 'no', InWords>>>>

const wordsOfSent: Words = {
  any: {
    yes: (within) => t('the person was written to{within}', { within }),
    no: (within) => t('the person was not written to{within}', { within }),
  },
  certain: {
    yes: (within) => t('the person was written to by a certain spinner{within}', { within }),
    no: (within) => t('the person was not written to by a certain spinner{within}', { within }),
  },
  named: {
    yes: (within, name) => t('the person was written to by the spinner “{name}”{within}', { name, within }),
    no: (within, name) =>
      t('the person was not written to by the spinner “{name}”{within}', { name, within }),
  },
}

const wordsOfReply: Words = {
  any: {
    yes: (within) => t('the person has replied{within}', { within }),
    no: (within) => t('the person has not replied{within}', { within }),
  },
  certain: {
    yes: (within) => t('the person has replied to a certain spinner{within}', { within }),
    no: (within) => t('the person has not replied to a certain spinner{within}', { within }),
  },
  named: {
    yes: (within, name) => t('the person has replied to the spinner “{name}”{within}', { name, within }),
    no: (within, name) => t('the person has not replied to the spinner “{name}”{within}', { name, within }),
  },
}

function joined(
  parts: readonly Where[],
  names: ConditionNames,
  word: 'and' | 'or',
  isInner: boolean,
): string {
  const words = parts
    .map((part) => wordsOfWhere(part, names, parts.length > 1))
    .join(word === 'and' ? t(' and ') : t(' or '))
  return isInner && parts.length > 1 ? `(${words})` : words
}

function wordsOfComparison(
  { column, operator, value, values }: Extract<Where, { column: string }>,
  words: string,
): string {
  if (column === '') return t('no column yet')
  if (values !== undefined) return `${column} ${words} ${values.map((one) => `“${one}”`).join(', ')}`
  if (value === undefined) return `${column} ${words}`
  return isOfTime(operator)
    ? `${column} ${words} ${wordsOfTime(String(value))}`
    : `${column} ${words} “${value}”`
}

const fields: Readonly<Record<string, string>> = {
  column: t('column'),
  operator: t('comparison'),
  value: t('value'),
  values: t('values'),
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
