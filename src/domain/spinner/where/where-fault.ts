import { isId } from '../../id.ts'
import { sentence } from '../../text/sentence.ts'
import { maxWithinDays, personQuestions } from './person-question.ts'
import {
  deepestWhere,
  domainInValue,
  listOperators,
  maxComparisons,
  maxValues,
  momentOfValue,
  type Operator,
  operators,
} from './where.ts'

/** A fault in a condition (`Where`) that a client sent, with its path in the condition. */
export interface WhereFault {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
  /**
   * Whether the condition is only incomplete. A draft may contain an incomplete condition, but cannot be
   * published with it.
   */
  readonly isUnfinished: boolean
}

const maxColumnLength = 200
const maxValueLength = 1_000
const forms =
  'a comparison {column, operator, value}, a question about the person {segmentId}, {sent}, {hasReplied} or {isSuppressed}, or one of {and: […]}, {or: […]} and {not: …}'

/** Returns the first fault of a condition; null if the condition is valid. */
export function faultOfWhere(value: unknown): WhereFault | null {
  for (const fault of faultsOfWhere(value)) return fault
  return null
}

/** Returns the first fault that a condition may not have even in a draft; null if there is none. */
export function faultOfWhereInDraft(value: unknown): WhereFault | null {
  for (const fault of faultsOfWhere(value)) if (!fault.isUnfinished) return fault
  return null
}

/**
 * Yields the faults of a condition one by one. The author of the condition decides how many there are, and
 * callers may stop early.
 */
export function* faultsOfWhere(value: unknown): Iterable<WhereFault> {
  let comparisons = 0
  yield* faultsOf(value, [], 1)

  function* faultsOf(one: unknown, path: WhereFault['path'], depth: number): Iterable<WhereFault> {
    const fault: AtPlace = (code, message, ...place) => ({
      path: [...path, ...place],
      code,
      message,
      isUnfinished: unfinished.has(code),
    })
    if (!isObject(one)) return yield fault('WRONG_TYPE', `must be ${forms}`)
    if (depth > deepestWhere)
      return yield fault('TOO_DEEP', `must not be nested more than ${deepestWhere} levels deep`)
    const names = Object.keys(one)
    const [name = ''] = names
    const parts = one[name]
    const isGroup = name === 'and' || name === 'or'
    if (!(isGroup && isFilled(parts)) && name !== 'not') {
      comparisons += 1
      if (comparisons > maxComparisons)
        return yield fault(
          'TOO_MANY',
          sentence('must have at most {count} comparisons', { count: maxComparisons }),
        )
    }
    const isQuestion = personQuestions.some((question) => question === name)
    if (!isGroup && !isQuestion && name !== 'not') return yield* faultsOfComparison(one, fault)
    if (names.length > 1) return yield fault('WRONG_FORM', `must be ${forms}, without other fields`)
    if (isQuestion) return yield* faultsOfQuestion(name, parts, fault)
    if (name === 'not') return yield* faultsOf(parts, [...path, name], depth + 1)
    if (!Array.isArray(parts)) return yield fault('WRONG_TYPE', 'must be of type array', name)
    if (parts.length === 0) return yield fault('TOO_FEW', sentence('must have at least 1 entry'), name)
    if (parts.length > maxComparisons)
      return yield fault(
        'TOO_MANY',
        sentence('must have at most {count} entries', { count: maxComparisons }),
        name,
      )
    for (const [index, part] of parts.entries()) yield* faultsOf(part, [...path, name, index], depth + 1)
  }
}

const unfinished: ReadonlySet<string> = new Set(['EMPTY', 'TOO_FEW', 'VALUE', 'NOT_A_MOMENT', 'NOT_A_DOMAIN'])

type AtPlace = (code: string, message: string, ...place: string[]) => WhereFault

function* faultsOfComparison(one: Readonly<Record<string, unknown>>, fault: AtPlace): Iterable<WhereFault> {
  const { column, operator, value, values, ...others } = one
  const [other] = Object.keys(others)
  if (other !== undefined) yield fault('UNKNOWN_FIELD', `is not a field of ${forms}`, other)
  if (column === undefined) yield fault('REQUIRED', `must be ${forms}`)
  else if (typeof column !== 'string') yield fault('WRONG_TYPE', sentence('must name a column'), 'column')
  else if (column === '') yield fault('EMPTY', sentence('must name a column'), 'column')
  else if (column.length > maxColumnLength)
    yield fault(
      'TOO_MANY',
      sentence('must have at most {count} characters', { count: maxColumnLength }),
      'column',
    )
  if (!operators.includes(operator as Operator))
    yield fault('NOT_ALLOWED', `must be one of ${operators.join(', ')}`, 'operator')
  else if (takesValues(operator as Operator)) {
    if (value !== undefined)
      yield fault('UNKNOWN_FIELD', `must be a list \`values\` with ${listOperators.join(' and ')}`, 'value')
    yield* faultsOfValues(operator as Operator, values, fault)
  } else {
    if (values !== undefined)
      yield fault('UNKNOWN_FIELD', `belongs to the operators ${listOperators.join(' and ')}`, 'values')
    yield* faultsOfValue(operator as Operator, value, fault)
  }
}

function* faultsOfValue(operator: Operator, value: unknown, fault: AtPlace): Iterable<WhereFault> {
  if (takesValue(operator) !== (value !== undefined)) yield fault('VALUE', valueWords)
  if (value === undefined) return
  if (!isCell(value)) yield fault('WRONG_TYPE', 'must be a text, a number, true or false', 'value')
  else if (isTooLong(value))
    yield fault(
      'TOO_MANY',
      sentence('must have at most {count} characters', { count: maxValueLength }),
      'value',
    )
  else if (!isComparable(operator, value)) yield fault('NOT_A_MOMENT', momentWords, 'value')
}

function* faultsOfValues(operator: Operator, values: unknown, fault: AtPlace): Iterable<WhereFault> {
  if (values === undefined) return yield fault('VALUE', valueWords)
  if (!Array.isArray(values)) return yield fault('WRONG_TYPE', 'must be of type array', 'values')
  if (values.length === 0) return yield fault('TOO_FEW', sentence('must have at least 1 entry'), 'values')
  if (values.length > maxValues)
    return yield fault(
      'TOO_MANY',
      sentence('must have at most {count} entries', { count: maxValues }),
      'values',
    )
  for (const [index, value] of values.entries()) {
    if (!isCell(value))
      yield fault('WRONG_TYPE', 'must be a text, a number, true or false', 'values', String(index))
    else if (isTooLong(value))
      yield fault(
        'TOO_MANY',
        sentence('must have at most {count} characters', { count: maxValueLength }),
        'values',
        String(index),
      )
    else if (operator === 'domainIn' && domainInValue(String(value)) === null)
      yield fault('NOT_A_DOMAIN', sentence('must be a domain such as example.com'), 'values', String(index))
  }
}

function* faultsOfQuestion(name: string, value: unknown, fault: AtPlace): Iterable<WhereFault> {
  if (name === 'isSuppressed') {
    if (value !== true) yield fault('NOT_ALLOWED', 'must be true; use `not` for the opposite', name)
    return
  }
  if (name === 'segmentId') return yield* faultsOfId(value, fault, name)
  if (!isObject(value)) return yield fault('WRONG_TYPE', 'must be an object', name)
  const { spinnerId, withinDays, ...others } = value
  const [other] = Object.keys(others)
  if (other !== undefined) yield fault('UNKNOWN_FIELD', 'must be spinnerId or withinDays', name, other)
  if (spinnerId !== undefined) yield* faultsOfId(spinnerId, fault, name, 'spinnerId')
  if (withinDays === undefined) return
  if (!Number.isInteger(withinDays)) yield fault('WRONG_TYPE', 'must be a whole number', name, 'withinDays')
  else if ((withinDays as number) < 1 || (withinDays as number) > maxWithinDays)
    yield fault(
      'NOT_ALLOWED',
      sentence('must be from 1 to {most}', { most: maxWithinDays }),
      name,
      'withinDays',
    )
}

function* faultsOfId(value: unknown, fault: AtPlace, ...place: string[]): Iterable<WhereFault> {
  if (value === '') yield fault('EMPTY', sentence('must be an id'), ...place)
  else if (typeof value !== 'string' || !isId(value))
    yield fault('WRONG_TYPE', sentence('must be an id'), ...place)
}

export const valueWords = sentence(
  'must have a value; only the operators exists and missing take no value, and in and domainIn take a list of `values`',
)
export const momentWords = sentence(
  'must be a day or a time such as 2026-12-31 or 2026-12-31T23:59:59Z, or relative to now, such as now, now-7d or now+2h',
)

export function takesValue(operator: Operator): boolean {
  return operator !== 'exists' && operator !== 'missing' && !takesValues(operator)
}

export function takesValues(operator: Operator): boolean {
  return listOperators.some((one) => one === operator)
}

/**
 * Returns whether the value of a comparison suits its operator. `before` and `after` need a time; otherwise
 * the comparison would never hold.
 */
export function isComparable(operator: Operator, value: string | number | boolean | undefined): boolean {
  if (operator !== 'before' && operator !== 'after') return true
  return value !== undefined && momentOfValue(value, new Date(0)) !== null
}

function isCell(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function isTooLong(value: string | number | boolean): boolean {
  return typeof value === 'string' && value.length > maxValueLength
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
